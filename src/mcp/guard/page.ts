import { type Definitions, standingOf } from './listing.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { pinOf } from './mapping/frozen.ts';
import { ownTools, shownGuarded, shownStopped } from './own-tools.ts';
import type { GuardParts } from './parts.ts';
import { isGuarded, policyOf } from './policy/read.ts';
import { ownNames } from './told.ts';

/**
 * A page of the server's list as the client is told of it: guarded tools say that they are, those that are refused are not
 * there, and the guard's own stand on the last page.
 */
export function shownPage(
  { policy, log }: Pick<GuardParts, 'policy' | 'log'>,
  result: Members,
  definitions: Definitions,
  known: ReadonlySet<string>,
): Members {
  const listed = Array.isArray(result['tools']) ? (result['tools'] as readonly unknown[]) : [];
  const tools = listed.flatMap((tool): readonly Members[] => {
    if (!isMembers(tool) || typeof tool['name'] !== 'string') return [];
    const { name } = tool;
    if (Object.values<string>(ownNames).includes(name)) {
      log(`the server has a tool called ${name}: it is not passed on`);
      return [];
    }
    const stands = standingOf(policy, name, definitions, known);
    if (stands.is === 'passed') return [tool];
    if (stands.is === 'guarded' && pinOf(tool) === stands.tool.pin) return [shownGuarded(tool)];
    return isGuarded(policyOf(policy, name)) ? [shownStopped(name)] : [];
  });
  const isLast = result['nextCursor'] === undefined || result['nextCursor'] === null;
  return { ...result, tools: isLast ? [...tools, ...ownTools] : tools };
}
