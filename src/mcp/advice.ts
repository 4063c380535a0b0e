import type { ActRefusal } from '../act/refusal.ts';

const again = 'Call again in a moment; nothing was executed.';
const look = 'Call open to see how it stands.';
const stop = 'Stop, and tell a person: nothing will be executed until they have looked.';
const mend = 'Mend the line as the findings say and call again.';
const waitForSender = 'Wait for the sender’s answer: call inbox, and commit when it is Y.';
const prepareAgain = 'Call prepare again: what changed is in the new statement.';

/** What to do about each reason, in one sentence. */
export const advice: Readonly<Record<ActRefusal, string>> = {
  revoked: 'Stop: ask the person who runs this agent for a new key.',
  unreadable: mend,
  identity: 'Write the line in the name of an agent that is yours.',
  'not-a-person': 'Call ask_human: a person answers on the console, and nobody else as human.',
  'id-taken': 'Take another id: make_handoff and make_readback give one out.',
  'id-reserved': 'Take the id that make_handoff or make_readback gives out.',
  'unknown-re': 'Call thread or inbox to find the id that you mean.',
  direction: 'Leave the answer to the agent that was addressed.',
  'profile-changed': 'Have the handoff sent again under the profile of today.',
  closed: 'Call thread to see what closed it; for more work, hand over anew.',
  answered: 'Go by the answer that is there.',
  expired: 'Nothing was executed: ask the sender for a new handoff with a later exp.',
  'needs-record': 'Call send again with the approved values as record.',
  'handoff-fails': 'Make the handoff with make_handoff from the approved record, and send that.',
  'unknown-token': 'Take the token from the statement: call open.',
  'principal-differs': 'Leave it to the agent that sent the handoff.',
  'self-confirmed': 'Have the sender confirm: whoever executes may not.',
  'readback-fails': 'The readback is void: hand over again with re naming it.',
  stopped: 'Wait until whoever stopped it says go: call inbox.',
  'answer-fails': 'Answer in the shape that the question asks for.',
  'has-statement': 'Call abandon for the statement first.',
  'no-statement': look,
  'not-trusted': stop,
  quarantined: stop,
  guarded: 'Call commit: the report is made of what really ran.',
  'done-fails': mend,
  running: 'Wait, then call open: what comes of it is written down by itself.',
  'unknown-handoff': 'Call inbox or open to find the id of the handoff.',
  'not-yours': 'Leave it to the agent that the handoff names.',
  'not-actable': 'Do the work yourself and report it with a DN line.',
  'no-executor': 'Tell a person: the server’s config names nothing that runs this ask.',
  'not-composed':
    'Give what is missing as readback, else ask: a person with ask_human for an approval, the sender with dispute.',
  'open-slots': 'Give the open slots as call, or ask the sender with dispute.',
  'not-ready': again,
  'unreadable-source': again,
  incident: stop,
  'unreadable-artifact': 'Tell the sender that the file which the handoff names is not there.',
  duplicate: 'Go by the handoff that is named: the same act is never done twice.',
  busy: 'Commit or abandon a statement of yours first.',
  'live-statement': 'Go on with the statement that is there: call open.',
  unconfirmed: waitForSender,
  abandoned: prepareAgain,
  changed: prepareAgain,
  'in-progress': 'Wait a few seconds and call commit again: it runs nothing twice.',
  'unsigned-callback': stop,
  'stale-callback': stop,
  'unreadable-callback': stop,
  'other-key': stop,
  settled: 'Nothing is left to do.',
  'needs-values': 'Give the values that were seen.',
};

/** What to do about broken storage, by whether the same call may succeed later. */
export const storageAdvice: Readonly<Record<'retryable' | 'undecided' | 'broken', string>> = {
  retryable: again,
  undecided: 'Call again with the same arguments: nothing runs twice, and you are told what came of it.',
  broken: stop,
};
