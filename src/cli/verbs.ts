import type { Verb } from './verb.ts';

/** The verbs of the command line, in the order of help; each is loaded when it is called, so that it starts fast. */
export const verbs: ReadonlyMap<string, () => Promise<Verb>> = new Map<string, () => Promise<Verb>>([
  ['validate', async () => (await import('./commands/validate.ts')).validate],
  ['lint', async () => (await import('./commands/lint.ts')).lint],
  ['digest', async () => (await import('./commands/digest.ts')).digest],
  ['to-json', async () => (await import('./commands/to-json.ts')).toJson],
  ['from-json', async () => (await import('./commands/from-json.ts')).fromJson],
  ['check-ho', async () => (await import('./commands/check-ho.ts')).checkHo],
  ['check-rb', async () => (await import('./commands/check-rb.ts')).checkRb],
  ['check-dn', async () => (await import('./commands/check-dn.ts')).checkDn],
  ['check-an', async () => (await import('./commands/check-an.ts')).checkAn],
  ['check-thread', async () => (await import('./commands/check-thread.ts')).checkThread],
  ['check-src', async () => (await import('./commands/check-src.ts')).checkSrc],
  ['crosswalk check', async () => (await import('./commands/crosswalk/check.ts')).check],
  ['crosswalk translate', async () => (await import('./commands/crosswalk/translate.ts')).translate],
  ['crosswalk check-rb', async () => (await import('./commands/crosswalk/check-rb.ts')).checkRb],
  ['make-ho', async () => (await import('./commands/make-ho.ts')).makeHo],
  ['translate', async () => (await import('./commands/translate.ts')).translate],
  ['make-rb', async () => (await import('./commands/make-rb.ts')).makeRb],
  ['reply', async () => (await import('./commands/reply.ts')).reply],
  ['legend', async () => (await import('./commands/legend.ts')).legend],
  ['explain', async () => (await import('./commands/explain.ts')).explain],
  ['profile list', async () => (await import('./commands/profile/list.ts')).list],
  ['profile show', async () => (await import('./commands/profile/show.ts')).show],
  ['profile docs', async () => (await import('./commands/profile/docs.ts')).docs],
  ['profile new', async () => (await import('./commands/profile/new.ts')).create],
  ['profile check', async () => (await import('./commands/profile/check.ts')).check],
  ['profile diff', async () => (await import('./commands/profile/diff.ts')).diff],
  ['conform', async () => (await import('./commands/conform.ts')).conform],
  ['ledger init', async () => (await import('./commands/ledger/init.ts')).init],
  ['ledger status', async () => (await import('./commands/ledger/status.ts')).status],
  ['ledger verify', async () => (await import('./commands/ledger/verify.ts')).verify],
  ['ledger export', async () => (await import('./commands/ledger/export.ts')).exportVerb],
  ['ledger import', async () => (await import('./commands/ledger/import.ts')).importVerb],
  ['ledger backup', async () => (await import('./commands/ledger/backup.ts')).backup],
  ['ledger head', async () => (await import('./commands/ledger/head.ts')).head],
  ['ledger recheck', async () => (await import('./commands/ledger/recheck.ts')).recheck],
  ['ledger redact', async () => (await import('./commands/ledger/redact.ts')).redact],
  ['principal add', async () => (await import('./commands/principal/add.ts')).add],
  ['principal list', async () => (await import('./commands/principal/list.ts')).list],
  ['principal rotate', async () => (await import('./commands/principal/rotate.ts')).rotate],
  ['principal revoke', async () => (await import('./commands/principal/revoke.ts')).revoke],
  ['sweep', async () => (await import('./commands/ledger/sweep.ts')).sweep],
  ['doctor', async () => (await import('./commands/ledger/doctor.ts')).doctor],
  ['send', async () => (await import('./commands/conversation/send.ts')).send],
  ['inbox', async () => (await import('./commands/conversation/inbox.ts')).inbox],
  ['open', async () => (await import('./commands/conversation/open.ts')).open],
  ['show', async () => (await import('./commands/conversation/show.ts')).show],
  ['thread', async () => (await import('./commands/conversation/thread.ts')).thread],
  ['history', async () => (await import('./commands/conversation/history.ts')).history],
  ['cancel', async () => (await import('./commands/conversation/cancel.ts')).cancel],
  ['prepare', async () => (await import('./commands/act/prepare.ts')).prepare],
  ['confirm', async () => (await import('./commands/act/confirm.ts')).confirm],
  ['commit', async () => (await import('./commands/act/commit.ts')).commit],
  ['abandon', async () => (await import('./commands/act/abandon.ts')).abandon],
  ['reconcile', async () => (await import('./commands/act/reconcile.ts')).reconcile],
  ['executor check', async () => (await import('./commands/executor/check.ts')).check],
]);

/** Verbs of two words by their first, and what they are about. */
export const families: ReadonlyMap<string, string> = new Map([
  ['profile', 'what lines may say in a domain: look up, write and compare'],
  ['crosswalk', 'say a line in the words of another profile'],
  ['ledger', 'make a ledger and look after it'],
  ['executor', 'try what the config file names'],
  ['principal', 'who may speak as which agents, by keys'],
]);

/** Every verb, loaded. */
export function allVerbs(): Promise<readonly Verb[]> {
  return Promise.all([...verbs.values()].map((load) => load()));
}
