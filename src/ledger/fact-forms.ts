import type {
  Approval,
  Approver,
  Contradiction,
  ExecutedResult,
  Fact,
  Heard,
  PreparedStatement,
  Proof,
} from './fact.ts';
import { count, flag, has, is, isObject, maybe, orNull, type Test, text, texts } from './form.ts';

/** Whether a value that was read as JSON is a fact that this version can fold. */
export function isFact(value: unknown): value is Fact {
  if (!isObject(value) || typeof value['fact'] !== 'string') return false;
  return Object.hasOwn(forms, value['fact']) && forms[value['fact'] as Fact['fact']](value);
}

const name = is(text);
const names = is(texts);
const time = orNull(is(count));
const yes = is(flag);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const values: Test = (value) => isObject(value) && Object.values(value).every(name);

const contradiction = has<Contradiction>({
  slot: name,
  sent: name,
  resolved: name,
  source: name,
  alike: maybe(yes),
});
const heard = has<Heard>({
  copied: maybe(yes),
  taken: maybe(yes),
  conflict: maybe(yes),
  retryAt: maybe(is(count)),
});
const result = has<ExecutedResult>({
  values,
  reference: orNull(name),
  evidence: name,
  report: name,
  mismatch: yes,
});
const statement = has<PreparedStatement>({
  handoff: name,
  root: name,
  readback: name,
  principal: name,
  executor: name,
  call: name,
  sha256: name,
  sources: name,
  key: name,
  actKeys: names,
  exp: time,
});

const approver = has<Approver>({
  person: name,
  at: is(count),
  proof: has<Proof>({ kind: name, passkey: name, since: is(count) }),
  approved: name,
  shown: name,
});
const approval = has<Approval>({
  question: name,
  answer: name,
  reference: name,
  ask: name,
  item: name,
  values,
  sha256: name,
  approvers: listOf(approver),
  policy: orNull(has<NonNullable<Approval['policy']>>({ name, sha256: name })),
});

type Of<F extends Fact['fact']> = Extract<Fact, { fact: F }>;

/** What each fact has: a row a fact, a test a member. */
const forms: { readonly [F in Fact['fact']]: Test } = {
  opened: has<Of<'opened'>>({
    fact: name,
    root: name,
    retryOf: orNull(name),
    ask: name,
    guarded: yes,
    exp: time,
    closeWhenExpired: yes,
    readbackBy: maybe(time),
    profile: name,
    principal: maybe(name),
  }),
  'read-back': has<Of<'read-back'>>({ fact: name, handoff: name, readback: name, standing: name }),
  'by-policy': has<Of<'by-policy'>>({ fact: name, message: name, policy: name, sha256: name }),
  approved: has<Of<'approved'>>({ fact: name, approval }),
  'approval-begun': has<Of<'approval-begun'>>({ fact: name, question: name, approver }),
  superseded: has<Of<'superseded'>>({ fact: name, handoff: name, by: name }),
  overdue: has<Of<'overdue'>>({ fact: name, handoff: name }),
  quarantined: has<Of<'quarantined'>>({ fact: name, handoff: name }),
  accepted: has<Of<'accepted'>>({ fact: name, handoff: name, answer: name }),
  rejected: has<Of<'rejected'>>({ fact: name, handoff: name, answer: name }),
  answered: has<Of<'answered'>>({ fact: name, message: name, answer: name }),
  stopped: has<Of<'stopped'>>({ fact: name, handoff: name, agent: name }),
  lifted: has<Of<'lifted'>>({ fact: name, handoff: name, agent: name }),
  cancelling: has<Of<'cancelling'>>({ fact: name, handoff: name, cancel: name }),
  closed: has<Of<'closed'>>({ fact: name, handoff: name, closer: name, message: name, mismatch: yes }),
  questioned: has<Of<'questioned'>>({
    fact: name,
    handoff: name,
    question: name,
    contradictions: listOf(contradiction),
  }),
  escalated: has<Of<'escalated'>>({ fact: name, token: name, question: name }),
  prepared: has<Of<'prepared'>>({ fact: name, token: name, statement }),
  confirmed: has<Of<'confirmed'>>({ fact: name, token: name, answer: name, principal: name }),
  abandoned: has<Of<'abandoned'>>({ fact: name, token: name, why: name, by: orNull(name) }),
  expired: has<Of<'expired'>>({ fact: name, token: name }),
  redacted: has<Of<'redacted'>>({ fact: name, sequence: is(count), reason: name, remains: name }),
  claimed: has<Of<'claimed'>>({ fact: name, token: name, fence: is(count), worker: name, lease: is(count) }),
  unknown: has<Of<'unknown'>>({
    fact: name,
    token: name,
    fence: is(count),
    cause: name,
    reference: orNull(name),
    heard: maybe(heard),
  }),
  executed: has<Of<'executed'>>({ fact: name, token: name, result }),
  'not-executed': has<Of<'not-executed'>>({ fact: name, token: name, cause: name, report: name }),
  undone: has<Of<'undone'>>({ fact: name, token: name, by: name, released: names }),
  incident: has<Of<'incident'>>({ fact: name, token: name, cause: name, result }),
  'epoch-settled': has<Of<'epoch-settled'>>({ fact: name, epoch: name }),
  profile: has<Of<'profile'>>({ fact: name, hash: name, profile: name }),
  'principal-added': has<Of<'principal-added'>>({
    fact: name,
    principal: name,
    agents: names,
    conversations: orNull(names),
    person: yes,
  }),
  'principal-revoked': has<Of<'principal-revoked'>>({ fact: name, principal: name }),
  'key-made': has<Of<'key-made'>>({ fact: name, principal: name, key: name, sha256: name }),
  'key-revoked': has<Of<'key-revoked'>>({ fact: name, principal: name, key: name }),
  'person-invited': has<Of<'person-invited'>>({
    fact: name,
    principal: name,
    invitation: name,
    sha256: name,
    until: is(count),
  }),
  'passkey-added': has<Of<'passkey-added'>>({
    fact: name,
    principal: name,
    passkey: name,
    publicKey: name,
    counter: is(count),
    copied: yes,
    invitation: name,
  }),
  'passkey-revoked': has<Of<'passkey-revoked'>>({ fact: name, principal: name, passkey: name }),
  'session-opened': has<Of<'session-opened'>>({
    fact: name,
    principal: name,
    session: name,
    passkey: name,
    counter: is(count),
    until: is(count),
  }),
  'session-closed': has<Of<'session-closed'>>({ fact: name, session: name }),
};
