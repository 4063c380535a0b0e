import { builtIn } from '../../../src/vocabulary/index.ts';

const { core } = builtIn;

/** The types of messages, what each must carry and what it may. */
export function typeTable(): string {
  const rows = [...core.types.values()].map(({ type, name, desc, required, optional }) => {
    const may = type === 'RB' ? `${optional.join(' ')}, and every slot that HO takes` : optional.join(' ');
    return `| ${type} | ${name} | ${desc} | ${required.join(' ')} | ${may} |`;
  });
  return ['| type | name | says | must carry | may carry |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The closed codes of the core, with what each means. */
export function codeTable(): string {
  const rows = [...core.enums].map(([name, codes]) => {
    const meanings = [...codes].map(([code, meaning]) => (meaning === '' ? code : `${code} ${meaning}`));
    return `| ${name} | ${meanings.join(' · ')} |`;
  });
  return ['| slot | codes |', '|---|---|', ...rows].join('\n');
}

/** The keys of criteria. */
export function criteriaTable(): string {
  const rows = [...core.constraintKeys.values()].map(
    ({ key, desc, many }) => `| ${key} | ${desc} | ${many ? 'as often as needed' : 'once'} |`,
  );
  return ['| key | says | |', '|---|---|---|', ...rows].join('\n');
}
