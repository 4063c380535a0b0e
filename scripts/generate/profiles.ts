import { readFileSync } from 'node:fs';
import type { Generated } from './generated.ts';

const names: readonly string[] = ['core', 'pay', 'clin', 'deploy', 'pform'];

/** spec/profiles/*.json as const modules, so that types are inferred from their literals. */
export function profileModules(): readonly Generated[] {
  return names.map((name) => {
    const type = name === 'core' ? 'CoreData' : 'ProfileData';
    const file = name === 'core' ? 'core-data' : 'profile-data';
    const data: { readonly description?: string } = JSON.parse(
      readFileSync(`spec/profiles/${name}.json`, 'utf8'),
    );
    const text = [
      `// Generated from spec/profiles/${name}.json by \`npm run generate\`.`,
      `import type { ${type} } from '../${file}.ts';`,
      '',
      `/** The ${name === 'core' ? 'core of every line.' : `profile ${name}: ${data.description}`} */`,
      `export const ${name} = ${JSON.stringify(data, null, 2)} as const;`,
      `${name} satisfies ${type};`,
      '',
    ];
    return { path: `src/vocabulary/data/${name}.ts`, text: text.join('\n') };
  });
}
