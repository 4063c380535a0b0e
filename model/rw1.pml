/* rw1.pml - one RW1 handoff that asks for an act, its statements, two workers, a canceller, a sweeper, one clock and an
 * executor behind a network that loses and delays.  Every choice of design is a switch, so that naive designs can be
 * compared with the one that is built.  `npm run model` checks each row of VERDICTS.md; act.md of the design numbers the
 * states, the crash points and the invariants I1-I15.
 *
 * A generation g is a statement of the handoff's root: prepared again after the first one was discarded, or prepared for
 * a re-issue of the handoff (re=), which the code guards alike (one live statement a root, src/act/prepare/prepare.ts).  An UNDO
 * is a root of its own and meets nothing of this one.  Not here: what a line says, who may say it, duplicates of the act
 * under another root, stops and questions, several conversations, the stores themselves.  test/model runs those.
 *
 * What the executor is:
 *   IDEMP            honours an idempotency key: one effect a key
 *   E_SOFTDECL       may say "no" without spending the key (429, busy, bad gateway)
 *   E_FINALDECL      may make a "no" final for the key (Answer.final)
 *   E_LATER          may take the request now and settle it later, yes or no (Answer pending)
 *   EXEC_DEADLINE    refuses a request past its valid-until
 *   N_KEY_PRUNE      forgets keys (retention shorter than our retry horizon)
 *
 * What is built, in steps that were compared:
 *   FIX_NEG          a "no" ends the statement only if it answers the only attempt: recordOther in src/act/commit/execute.ts
 *   KEY_HO           one key a root handoff: keyOf in src/act/statement.ts
 *   EXP_RETRY_GUARD  no resend past exp: canSendAgain in src/act/outcome/evidence.ts
 *   EXP_SEND_GUARD   no send past exp: maySend in src/act/commit/claim.ts
 *   UNSENT_EXPIRES   what this very worker did not send, on the only attempt, past exp, has expired: recordUnsent in src/act/commit/execute.ts
 *   OWN_EXP          the first statement's exp is before its handoff's: expOf in src/act/prepare/freeze.ts
 *   LOOK_SPLIT       a look-up asks in one moment and writes in another: lookUp and recordFound in src/act/commit/settle.ts
 *   CALLBACK         the executor's own word that it acted comes at any time
 *   FIX_QUARANTINE   after a failover, a restore or a clone a CONFIRMED statement becomes UNKNOWN: unseenClaims in src/ledger/transitions.ts
 *   RECHECK_SPLIT, RECHECK_ATOMIC  a worker looks at its fence before it sends, in one step with the send or not
 *
 * What is naive:
 *   N_NOCLAIM        worker reads state, calls, then writes (no claim before call)
 *   N_SWEEP_RETRY    lease expiry puts the statement back to CONFIRMED (blind retry)
 *   N_QUERY_EARLY    UNKNOWN resolved by asking executor at once ("not found" = not done); a person who says NOTEXEC too early
 *   N_CX_BLIND       CX closes the handoff without looking at the statement state
 *   N_CX_TOCTOU      CX reads state in one txn and writes in another
 *   N_SPLIT_DN       EXECUTED and DN written in two txns, handoff not held in between
 *   N_EXPIRE_CLAIMED sweeper expires a statement that is already claimed
 *   N_KEY_PER_ATTEMPT new idempotency key on each attempt
 *   N_REPREP_UNKNOWN prepare allowed while an earlier statement is UNKNOWN
 *   N_TWO_LIVE       prepare does not check that no other statement is live
 *   N_FAILOVER       async replica promoted: the last txn (the claim) is lost
 *   N_RESTORE        an old backup is opened: whatever came after CONFIRMED, or after a claim, is forgotten, what people were told too
 *   N_QUARANTINE_RESEND  what a restore left UNKNOWN is sent again by itself
 *   N_QUARANTINE_FENCE   the fence stays that of the backup, which a lost claim had too
 *   N_NEGFENCE       a stale worker's "declined" is written without a fence check
 *   N_TIMEOUT_FAIL   a timeout is recorded as FAILED/not executed
 *   N_EXP_LOCAL      exp checked against worker's own (slow) clock, not in the claim txn
 *   N_HORIZON_WIRE   horizon covers the wire but not a paused worker (RECHECK_SPLIT / RECHECK_ATOMIC narrow it)
 *   N_LATER_SHORT    horizon ends when the executor has taken the request, not when it has settled it
 *   N_LOOK_LATE      the horizon of a look-up is judged after it, not before
 *   N_LOOK_NOFENCE   a look-up's "not found" is written without looking whether somebody has sent since
 *   N_UNSENT_ANY     an unsent attempt past exp expires the statement even if there was an earlier attempt
 *
 * Sets of switches, and what the search tells:
 *   CODE             all that is built, for an executor without a key
 *   CODE_KEY         the same for one with keys
 *   CHECK_LATE       also checks I14 and I15
 *   SURVEY           reports every invariant that can break instead of stopping at the first
 *   MOVES            prints each change of a statement's state, for comparison with moves of src/ledger/changes.ts
 */
#ifdef CODE_KEY
#define CODE
#define IDEMP
#define E_SOFTDECL
#define E_FINALDECL
#define KEY_HO
#define EXP_RETRY_GUARD
#endif
#ifdef CODE
#define FIX_NEG
#define EXP_SEND_GUARD
#define UNSENT_EXPIRES
#define OWN_EXP
#define LOOK_SPLIT
#define E_LATER
#define CALLBACK
#endif
#ifndef CRASHES
#define CRASHES 2
#endif
#ifndef CLAIMS
#define CLAIMS 3      /* bound on total claims */
#endif

mtype = { NONE, PREPARED, CONFIRMED, CLAIMED, EXECUTED, NOTEXEC, UNKNOWN, ABANDONED, EXPIRED };
mtype = { OPEN, CLEARED, C_DN, C_FL, C_CX };  /* OPEN is OPEN, HELD and OWNED; CANCELLING is CLEARED with cxreq */

#define G 2                       /* generations of statement for the one handoff */
mtype st[G]  = NONE;              /* ledger: statement state */
mtype hand   = OPEN;              /* ledger: handoff state   */
byte  fence[G];                   /* ledger: attempt number (fencing token) */
byte  eff[G];                     /* the world: effects the executor made for statement g */
byte  effects;                    /* the world: effects for the handoff's act */
byte  closes;                     /* DN/FL/CX closes written for handoff */
bool  cxreq;                      /* CX recorded, not yet acknowledged */
bool  now_exp;                    /* DB clock is past exp */
#ifdef OWN_EXP
bool  own_exp;                    /* DB clock is past the first statement's own exp */
#define PAST(x) (now_exp || (x==0 && own_exp))
#else
#define PAST(x) now_exp
#endif
#ifdef CHECK_LATE
bool  late_send, late_eff;          /* a send began / an effect was made after exp */
#define LATE_EFF late_eff = (late_eff || PAST(g))
#else
#define LATE_EFF skip
#endif
bool  late;                       /* a claim was made after exp (by DB clock) */
byte  claims, crashes;
byte  keyseen[4];                 /* executor's memory, by key: 0 new, 1 acted, 2 declined for good, 3 taken and not settled */
byte  gprep;                      /* statements prepared so far */
byte  pend[G];                    /* what can still act: held claims, requests on the wire, requests taken and not settled */
bool  restbad;
bool  fo_done;                    /* failover happened */
#ifdef E_LATER
byte  later[G];                   /* the executor: requests taken and not settled */
#endif
#ifdef N_RESTORE
bool  told_no;                    /* people: they were told that nothing ran, whatever the ledger still knows of it */
#define CANCELLED (hand==C_CX || told_no)
#else
#define CANCELLED (hand==C_CX)
#endif

typedef Rep { byte v; }           /* 0 none, 1 ok, 2 declined, 3 declined for good, 4 taken */
Rep rep[2];
chan net = [2] of { byte, byte, byte };  /* g, key, worker */

#ifdef N_HORIZON_WIRE   /* horizon covers requests on the wire but not a paused worker that has claimed and not sent */
#define HZ(x) (len(net)==0)
#else                   /* isPastHorizon in src/act/outcome/evidence.ts, if the declared horizon is true and no worker is paused for longer */
#define HZ(x) (pend[x]==0)
#endif
#define closed  (hand==C_DN || hand==C_FL || hand==C_CX)
#define live(g) (st[g]==PREPARED || st[g]==CONFIRMED || st[g]==CLAIMED || st[g]==UNKNOWN)
#define hot(g)  (st[g]==CLAIMED || st[g]==UNKNOWN)
#ifdef KEY_HO
#define KEYOF(x) 0                /* one key per handoff (root of the re= chain), not per statement */
#else
#define KEYOF(x) x
#endif

#ifdef MOVES
#define SET(x, s) printf("MOVE "); printm(st[x]); printf(" "); printm(s); printf("\n"); st[x] = s
#else
#define SET(x, s) st[x] = s
#endif

/* ---- ledger transactions: each is one step of a store, read, judged and written at one moment (src/ledger/store.ts) ---- */
inline closeDN() { hand = C_DN; closes++; cxreq = false }
inline closeFL() { if :: cxreq -> hand = C_CX; cxreq = false :: else -> hand = C_FL fi; closes++ }  /* recordNotExecuted in src/act/outcome/record.ts */

inline wr_ok(g) {                 /* positive evidence: monotone, needs no fence (recordExecuted in src/act/outcome/record.ts) */
  d_step {                        /* on CONFIRMED only in naive designs: the code records an incident there */
#ifdef N_SPLIT_DN
    if :: (st[g]==CLAIMED || st[g]==UNKNOWN || st[g]==CONFIRMED) -> SET(g, EXECUTED) :: else fi
#else
    if :: (st[g]==CLAIMED || st[g]==UNKNOWN || st[g]==CONFIRMED) ->
            SET(g, EXECUTED); if :: !closed -> closeDN() :: else fi
       :: else                    /* ended without an act: an incident in the code; I6 says that it does not come about */
    fi
#endif
  }
}
inline wr_no(g, f) {              /* negative evidence: only from the current attempt (recordOther in src/act/commit/execute.ts) */
  d_step {
#ifdef N_NEGFENCE
    if :: (st[g]!=ABANDONED && st[g]!=EXPIRED && !closed) -> SET(g, NOTEXEC); closeFL() :: else fi
#else
#ifdef FIX_NEG
    /* a "no" ends the statement only if no earlier attempt can still land (or the "no" spends the key) */
    if :: (st[g]==CLAIMED && fence[g]==f && f==1 && !closed) -> SET(g, NOTEXEC); closeFL()
       :: (st[g]==CLAIMED && fence[g]==f && f!=1) -> SET(g, UNKNOWN)
       :: else fi
#else
    if :: (st[g]==CLAIMED && fence[g]==f && !closed) -> SET(g, NOTEXEC); closeFL() :: else fi
#endif
#endif
  }
}
inline wr_final(g, f) {           /* a "no" that the executor makes final for the key ends it, whatever was sent before */
  d_step { if :: (st[g]==CLAIMED && fence[g]==f && !closed) -> SET(g, NOTEXEC); closeFL() :: else fi }
}

/* prepare (src/act/prepare/prepare.ts), confirm (answerReadback in src/ledger/judge/answer.ts), abandon (src/act/create.ts); an
 * answer that is not Y, a failing readback and a changed record discard a statement as abandon does. */
active proctype Sender() {
endP:
  do
  :: d_step { (gprep < G && !closed && !cxreq && !now_exp &&
#ifdef N_TWO_LIVE
        true
#elif defined(N_REPREP_UNKNOWN)
        (gprep==0 || st[gprep-1]==UNKNOWN || st[gprep-1]==ABANDONED || st[gprep-1]==EXPIRED)
#else
        (gprep==0 || st[gprep-1]==ABANDONED || st[gprep-1]==EXPIRED)
#endif
       ) -> SET(gprep, PREPARED); gprep++ }
  :: d_step { (gprep>0 && st[gprep-1]==PREPARED && !PAST(gprep-1) && !closed && !cxreq) ->
        SET(gprep-1, CONFIRMED); hand = CLEARED }
  :: d_step { (gprep==1 && (st[0]==PREPARED||st[0]==CONFIRMED)) -> SET(0, ABANDONED) } /* receiver abandons */
  od
}

/* claim and claimAgain of src/act/commit/claim.ts */
#ifdef N_NOCLAIM
#define CLAIM(x) (claims<CLAIMS && st[x]==CONFIRMED && !PAST(x) && !closed && !cxreq) -> g=x; f=0; claims++; pend[x]++
#elif defined(N_EXP_LOCAL)
#define CLAIM(x) (claims<CLAIMS && st[x]==CONFIRMED && !closed && !cxreq) -> g=x; SET(x, CLAIMED); fence[x]++; f=fence[x]; claims++; pend[x]++; if :: now_exp -> late=true :: else fi
#else
#define CLAIM(x) (claims<CLAIMS && st[x]==CONFIRMED && !PAST(x) && !closed && !cxreq) -> g=x; SET(x, CLAIMED); fence[x]++; f=fence[x]; claims++; pend[x]++
#endif
#ifdef EXP_RETRY_GUARD
#define RG(x) && !PAST(x)
#else
#define RG(x)
#endif
#if defined(N_RESTORE) && !defined(N_QUARANTINE_RESEND)
#define RQ(x) && !(x==0 && fo_done)  /* what was begun in a lost life is not sent again: resendAt in src/act/outcome/evidence.ts */
#else
#define RQ(x)
#endif
#define RECLAIM(x) (claims<CLAIMS && st[x]==UNKNOWN && !closed RG(x) RQ(x)) -> g=x; SET(x, CLAIMED); fence[x]++; f=fence[x]; claims++; pend[x]++

active [2] proctype Worker() {    /* commit and settle of src/act, each in a process that may die or be paused anywhere */
  byte g, f, key; byte me = _pid - 1;   /* Sender is pid 0, workers 1,2 */
endW:
  do
  :: if
     :: d_step { CLAIM(0) }
     :: d_step { CLAIM(1) }
#ifdef IDEMP
     :: d_step { RECLAIM(0) }            /* safe retry of an unknown outcome: same key */
     :: d_step { RECLAIM(1) }
#endif
     fi;
     /* --- crash point A (K4): claim durable, nothing sent --- */
     if
     :: d_step { (crashes < CRASHES) -> crashes++; pend[g]--; g=0; f=0; key=0 } goto again
#ifdef RECHECK_SPLIT
     :: (st[g]==CLAIMED && fence[g]==f) ->
        atomic { (nfull(net)) ->
#elif defined(RECHECK_ATOMIC)
     :: d_step { !(st[g]==CLAIMED && fence[g]==f) -> pend[g]--; g=0; f=0; key=0 } goto again
     :: atomic { (nfull(net) && st[g]==CLAIMED && fence[g]==f) ->
#elif defined(EXP_SEND_GUARD)
     :: d_step { PAST(g) ->                                  /* maySend says expired: nothing is sent */
          if
#ifdef UNSENT_EXPIRES
#ifdef N_UNSENT_ANY
          :: (st[g]==CLAIMED && fence[g]==f) ->
#else
          :: (st[g]==CLAIMED && fence[g]==f && f==1) ->      /* recordUnsent: only this worker can know, and only of the only attempt */
#endif
             if :: cxreq -> SET(g, NOTEXEC); closeFL() :: else -> SET(g, EXPIRED) fi
          :: (st[g]==CLAIMED && fence[g]==f && f!=1) -> SET(g, UNKNOWN)
#else
          :: (st[g]==CLAIMED && fence[g]==f) -> SET(g, UNKNOWN)
#endif
          :: else
          fi; pend[g]--; g=0; f=0; key=0 } goto again
     :: atomic { (nfull(net) && !PAST(g)) ->
#else
     :: atomic { (nfull(net)) ->
#endif
#ifdef N_KEY_PER_ATTEMPT
          key = claims - 1;
#else
          key = KEYOF(g);
#endif
          rep[me].v = 0;
#ifdef CHECK_LATE
          if :: PAST(g) -> late_send = true :: else fi;
#endif
          net!g,key,me }   /* pend stays counted: now on the wire */
     fi;
     /* --- crash point B (K5, K6): request sent, result not seen --- */
     if
     :: d_step { (crashes < CRASHES) -> crashes++; rep[me].v = 0; g=0; f=0; key=0 } goto again
     :: atomic { rep[me].v==1 -> rep[me].v = 0 }
        /* --- crash point C (K7): result in hand, not recorded --- */
        if
        :: d_step { (crashes < CRASHES) -> crashes++; g=0; f=0; key=0 } goto again
        :: wr_ok(g);
#ifdef N_SPLIT_DN
           /* --- crash point D (K8): EXECUTED recorded, DN not --- */
           if :: d_step { (crashes < CRASHES) -> crashes++; g=0; f=0; key=0 } goto again
              :: d_step { if :: !closed -> closeDN() :: else -> closes++ fi } /* naive append of DN line */
           fi
#endif
        fi
     :: atomic { rep[me].v==2 -> rep[me].v = 0 } wr_no(g, f)
#ifdef E_FINALDECL
     :: atomic { rep[me].v==3 -> rep[me].v = 0 } wr_final(g, f)
#endif
#ifdef E_LATER
     :: d_step { rep[me].v==4 -> rep[me].v = 0;              /* taken, and not done yet: UNKNOWN with a reference */
          if :: (st[g]==CLAIMED && fence[g]==f) -> SET(g, UNKNOWN) :: else fi }
#endif
     :: d_step { rep[me].v==0 ->                             /* client timeout */
#ifdef N_TIMEOUT_FAIL
          if :: (st[g]==CLAIMED && fence[g]==f && !closed) -> SET(g, NOTEXEC); closeFL() :: else fi
#else
          if :: (st[g]==CLAIMED && fence[g]==f) -> SET(g, UNKNOWN) :: else fi
#endif
        }
     fi;
     d_step { g=0; f=0; key=0 };
again: skip
  od
}

/* What a repeated key is answered with. */
#ifdef E_FINALDECL
#define ANSWER(k) (keyseen[k]==2 -> 3 : (keyseen[k]==3 -> 4 : keyseen[k]))
#elif defined(E_LATER)
#define ANSWER(k) (keyseen[k]==3 -> 4 : keyseen[k])
#else
#define ANSWER(k) keyseen[k]
#endif
#ifdef EXEC_DEADLINE
#define IN_TIME(x) && !PAST(x)
#else
#define IN_TIME(x)
#endif

#define SETTLES(x) \
  :: d_step { later[x]>0 IN_TIME(x) -> g = x; later[g]--; SETTLED(g); eff[g]++; effects++; keyseen[KEYOF(g)] = 1; LATE_EFF; g = 0 } \
  :: d_step { later[x]>0 -> later[x]--; SETTLED(x); keyseen[KEYOF(x)] = 2 }
#ifdef N_LATER_SHORT
#define TAKEN(x) skip
#define SETTLED(x) skip
#else
#define TAKEN(x) pend[x]++
#define SETTLED(x) pend[x]--
#endif

active proctype Executor() {      /* the bank / cloud API */
  byte g, k, w;
end:
  do
  :: atomic { net?g,k,w ->
       pend[g]--;
       if
#ifdef EXEC_DEADLINE
       :: PAST(g) -> skip                                     /* executor refuses a request past its valid-until */
       :: !PAST(g) ->
#else
       :: skip ->                                            /* tries to execute */
#endif
#ifdef IDEMP
          if :: keyseen[k]==0 -> eff[g]++; effects++; keyseen[k] = 1; LATE_EFF :: else fi;
          if :: rep[w].v = ANSWER(k) :: skip fi              /* same key, same answer; reply may be lost */
#else
          eff[g]++; effects++; LATE_EFF;
          if :: rep[w].v = 1 :: skip fi
#endif
#ifdef E_LATER
#ifdef IDEMP
       :: (keyseen[k]==0 IN_TIME(g)) -> keyseen[k] = 3;
#else
       :: (true IN_TIME(g)) ->
#endif
          later[g]++; TAKEN(g);
          if :: rep[w].v = 4 :: skip fi
#endif
#ifdef E_FINALDECL
       :: (keyseen[k]==0 || keyseen[k]==2) -> keyseen[k] = 2; /* declined; the key is now spent, and says so */
          if :: rep[w].v = 3 :: skip fi
#endif
#ifdef IDEMP
       :: (keyseen[k]!=1) ->
#ifndef E_SOFTDECL
          keyseen[k] = 2;                                     /* declined; the key is now spent */
#endif
#else
       :: skip ->
#endif
          if :: rep[w].v = 2 :: skip fi
       :: skip                                                /* request lost */
       fi;
       g=0; k=0; w=0 }
#ifdef E_LATER
  SETTLES(0)
  SETTLES(1)
#endif
#ifdef N_KEY_PRUNE
  :: d_step { (keyseen[0]==1) -> keyseen[0] = 0 }
#endif
  od
}

#define ABANDON_WAITING \
            if :: st[0]==PREPARED||st[0]==CONFIRMED -> SET(0, ABANDONED) :: else fi; \
            if :: st[1]==PREPARED||st[1]==CONFIRMED -> SET(1, ABANDONED) :: else fi

active proctype Canceller() {     /* judgeCancel in src/ledger/judge/cancel.ts */
  byte seen;
  /* the sender may send one CX at any time */
  if
  :: skip ->
#ifdef N_CX_BLIND
     d_step { if :: !closed -> hand = C_CX; closes++; ABANDON_WAITING
              :: else fi }
#elif defined(N_CX_TOCTOU)
     d_step { if :: !closed && !hot(0) && !hot(1) -> seen = 1 :: else -> seen = 0 fi };
     d_step { if :: seen==1 && !closed -> hand = C_CX; closes++; ABANDON_WAITING
              :: else -> if :: !closed -> cxreq = true :: else fi fi }
#else
     d_step {
       if
       :: closed -> skip                                      /* answer the DN/FL again */
       :: !closed && (hot(0) || hot(1)) -> cxreq = true       /* CANCELLING: recorded, not acknowledged */
       :: !closed && !hot(0) && !hot(1) -> hand = C_CX; closes++; ABANDON_WAITING
       fi }
#endif
  :: skip
  fi
}

#define FOUND_NOTHING(x) SET(x, NOTEXEC); if :: !closed -> closeFL() :: else fi
#define FOUND_IT(x) SET(x, EXECUTED); if :: !closed -> closeDN() :: else fi

#ifdef LOOK_SPLIT
#ifdef N_LOOK_LATE
#define PAST_THEN true
#define PAST_NOW && HZ(g)
#else
#define PAST_THEN HZ(g)
#define PAST_NOW
#endif
#ifdef N_LOOK_NOFENCE
#define SAME_CLAIM
#else
#define SAME_CLAIM && fence[g]==f
#endif
/* A look-up, by whatever worker: the horizon is judged at its beginning, the executor is asked outside any transaction, and
 * what it said is written on what the ledger holds then. */
active proctype Looker() {
  byte g, f; bool past, found;
endL:
  do
  :: if
     :: d_step { st[0]==UNKNOWN -> g = 0; f = fence[0]; past = PAST_THEN }
     :: d_step { st[1]==UNKNOWN -> g = 1; f = fence[1]; past = PAST_THEN }
     fi;
     d_step { found = (eff[g]>0) };
     if
     :: found -> wr_ok(g)
     :: d_step { !found -> if :: (past && st[g]==UNKNOWN SAME_CLAIM PAST_NOW) -> FOUND_NOTHING(g) :: else fi }
     fi;
     d_step { g = 0; f = 0; past = false; found = false }
  od
}
#endif

active proctype Sweeper() {       /* src/ledger/sweep.ts; what is unknown is settled by src/act/commit/settle.ts */
endS:
  do
  /* lease expiry: a lease may run out at any time (a paused worker is indistinguishable from a dead one) */
#ifdef N_SWEEP_RETRY
  :: d_step { (st[0]==CLAIMED) -> SET(0, CONFIRMED) }
  :: d_step { (st[1]==CLAIMED) -> SET(1, CONFIRMED) }
#else
  :: d_step { (st[0]==CLAIMED) -> SET(0, UNKNOWN) }
  :: d_step { (st[1]==CLAIMED) -> SET(1, UNKNOWN) }
#endif
#ifdef OWN_EXP                    /* timedOut: the handoff is its receiver's to prepare again */
  :: d_step { (own_exp && (st[0]==PREPARED||st[0]==CONFIRMED)) -> SET(0, EXPIRED) }
#endif
  /* expiry of statements not yet claimed, and of the handoff with them (closeExpired, where its sender lets the ledger) */
  :: d_step { (now_exp && !closed && !hot(0) && !hot(1) && st[0]!=EXECUTED && st[1]!=EXECUTED) ->
       if :: (st[0]==PREPARED||st[0]==CONFIRMED) -> SET(0, EXPIRED) :: else fi;
       if :: (st[1]==PREPARED||st[1]==CONFIRMED) -> SET(1, EXPIRED) :: else fi;
       hand = C_CX; closes++; cxreq = false }
#ifdef N_EXPIRE_CLAIMED
  :: d_step { (now_exp && !closed && (hot(0)||hot(1))) ->
       if :: hot(0) -> SET(0, EXPIRED) :: else fi; if :: hot(1) -> SET(1, EXPIRED) :: else fi;
       hand = C_CX; closes++; cxreq = false }
#endif
#ifdef CALLBACK                   /* a yes needs no fence, and finds the statement CLAIMED too */
  :: d_step { (hot(0) && eff[0]>0) -> FOUND_IT(0) }
  :: d_step { (hot(1) && eff[1]>0) -> FOUND_IT(1) }
#endif
#ifndef LOOK_SPLIT
  /* resolve UNKNOWN by evidence from the executor (query by reference, statement file, person) */
  :: d_step { (st[0]==UNKNOWN && eff[0]>0) -> FOUND_IT(0) }
  :: d_step { (st[1]==UNKNOWN && eff[1]>0) -> FOUND_IT(1) }
#ifdef N_QUERY_EARLY
  :: d_step { (st[0]==UNKNOWN && eff[0]==0) -> FOUND_NOTHING(0) }
  :: d_step { (st[1]==UNKNOWN && eff[1]==0) -> FOUND_NOTHING(1) }
#else
  /* "not there" only counts once no request can still be in flight AND no worker can still send:
     the settlement horizon (client deadline + executor's max acceptance time + cut-off) has passed */
  :: d_step { (st[0]==UNKNOWN && eff[0]==0 && HZ(0)) -> FOUND_NOTHING(0) }
  :: d_step { (st[1]==UNKNOWN && eff[1]==0 && HZ(1)) -> FOUND_NOTHING(1) }
#endif
#endif
#ifdef N_SPLIT_DN
  :: d_step { (st[0]==EXECUTED && !closed) -> closeDN() }   /* the outbox that writes a missing DN */
#endif
  /* CX waiting on an outcome that turned out to be "nothing ran" is handled in closeFL */
#ifdef N_FAILOVER
  :: d_step { (!fo_done && st[0]==CLAIMED && fence[0]==1) -> fo_done = true;
#ifdef FIX_QUARANTINE
       SET(0, UNKNOWN); fence[0] = 1 }   /* new timeline: every CONFIRMED statement is quarantined as UNKNOWN */
#else
       SET(0, CONFIRMED); fence[0] = 0 }
#endif
#endif
#ifdef N_RESTORE
  :: d_step { (!fo_done && gprep==1 && st[0]!=PREPARED) -> fo_done = true;
       told_no = (hand==C_CX || hand==C_FL); hand = CLEARED; closes = 0; cxreq = false; st[0] = CONFIRMED;
#ifdef FIX_QUARANTINE             /* CONFIRMED, CLAIMED or UNKNOWN in the backup, it is UNKNOWN here, under a fence that no lost claim had */
#ifdef N_QUARANTINE_FENCE
       fence[0] = 1; SET(0, UNKNOWN) }
#else
       fence[0] = 9; SET(0, UNKNOWN) }
#endif
#else
       fence[0] = 0 }
#endif
#endif
  od
}

active proctype Clock() {
#ifdef OWN_EXP
  if :: own_exp = true; if :: now_exp = true :: skip fi :: now_exp = true :: skip fi
#else
  if :: now_exp = true :: skip fi
#endif
}

#define P1 (effects <= 1)
#define P2 (closes <= 1)
#define P3 (!CANCELLED || effects==0)
#define P3b (!(hand==C_FL) || effects==0)
#define P4 (!late)
#define P5a (!(st[0]==NOTEXEC||st[0]==ABANDONED||st[0]==EXPIRED) || eff[0]==0)
#define P5b (!(st[1]==NOTEXEC||st[1]==ABANDONED||st[1]==EXPIRED) || eff[1]==0)
#define P6 ((st[0]!=EXECUTED || eff[0]>=1) && (st[1]!=EXECUTED || eff[1]>=1))
#define P7 (hand!=C_DN || st[0]==EXECUTED || st[1]==EXECUTED)
#define P8 (!(live(0) && live(1)))
#define P9 (!closed || (st[0]!=PREPARED && st[0]!=CONFIRMED && st[1]!=PREPARED && st[1]!=CONFIRMED))
/* any effect in the world is visible in ledger: its statement is hot or EXECUTED (never silently lost) */
#define P10 ((eff[0]==0 || hot(0) || st[0]==EXECUTED) && (eff[1]==0 || hot(1) || st[1]==EXECUTED))

#define P5 (P5a && P5b)
#ifdef SURVEY
c_decl { static int hit[16]; }
#define BAD(p,n) :: d_step { !(p) -> c_code { if(!hit[n]) { hit[n]=1; printf("HIT I%d\n", n); } } }
#else
#define BAD(p,n) :: atomic { !(p) -> printf("VIOLATED I%d\n", n); assert(p) }
#endif
active proctype Monitor() {
  if
  BAD(P1,1)    /* I1  at most one effect per handoff */
  BAD(P2,2)    /* I2  a handoff closes at most once */
  BAD(P3,3)    /* I3  closed by CX => no effect, now or later */
  BAD(P3b,4)   /* I4  closed by FL => no effect, now or later */
  BAD(P4,5)    /* I5  no claim at or after exp by the ledger's clock */
  BAD(P5,6)    /* I6  NOTEXEC/ABANDONED/EXPIRED => no effect, now or later */
  BAD(P6,7)    /* I7  EXECUTED => an effect exists */
  BAD(P7,8)    /* I8  DN => some statement EXECUTED */
  BAD(P8,9)    /* I9  at most one live statement per handoff */
  BAD(P9,10)   /* I10 closed => no PREPARED/CONFIRMED statement */
  BAD(P10,11)  /* I11 every effect is visible: its statement is CLAIMED, UNKNOWN or EXECUTED */
#ifdef CHECK_LATE
  BAD(!late_send,14)  /* I14 no send begins after exp */
  BAD(!late_eff,15)   /* I15 no effect after exp (needs the executor's help) */
#endif
  :: atomic { timeout -> restbad = !(effects==0 || hand==C_DN || st[0]==UNKNOWN || st[1]==UNKNOWN || st[0]==CLAIMED || st[1]==CLAIMED);
#ifdef SURVEY
       if :: d_step { restbad -> c_code { if(!hit[12]) { hit[12]=1; printf("HIT I12\n"); } } }
          :: d_step { (now_exp && !closed) -> c_code { if(!hit[13]) { hit[13]=1; printf("HIT I13\n"); } } }
          :: else fi
#else
       assert(!restbad);
       assert(!now_exp || closed)   /* I13: at rest and past exp, the handoff is closed (no black hole) */
#endif
     }         /* I12 at rest: an effect is either reported (DN) or surfaced as UNKNOWN/CLAIMED */
  fi
}
