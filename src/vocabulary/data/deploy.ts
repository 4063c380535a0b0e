// Generated from spec/profiles/deploy.json by `npm run generate`.
import type { ProfileData } from '../profile-data.ts';

/** The profile deploy: Releases: put a version into an environment, take it back, migrate a database. The execution slots are hearback's own; the published file names none. */
export const deploy = {
  "profile": "deploy",
  "version": "0.2-hearback.1",
  "extends": "RW1",
  "description": "Releases: put a version into an environment, take it back, migrate a database. The execution slots are hearback's own; the published file names none.",
  "enums": {
    "env": {
      "DEV": "development",
      "STAGE": "rehearsal",
      "PROD": "live"
    },
    "ans": {
      "APPROVE": "go ahead as asked",
      "DECLINE": "do not",
      "HOLD": "wait for word"
    },
    "state": {
      "UP": "healthy",
      "DEGRADED": "with errors",
      "DOWN": "out of service"
    }
  },
  "asks": {
    "DEPLOY": "put ver into env within win",
    "ROLLBACK": "put the earlier version back",
    "MIGRATE": "run mig; no way back when down=N"
  },
  "slots": [
    {
      "key": "env",
      "type": "enum:env",
      "desc": "environment",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN",
        "UN",
        "FL"
      ]
    },
    {
      "key": "ver",
      "type": "token",
      "desc": "version or commit",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN",
        "FL"
      ]
    },
    {
      "key": "prev",
      "type": "token",
      "desc": "version running before",
      "on": [
        "HO",
        "RB",
        "ST",
        "DN"
      ]
    },
    {
      "key": "win",
      "type": "token",
      "desc": "change window, YYYYMMDDTHHMM-HHMM",
      "on": [
        "HO",
        "RB",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "mig",
      "type": "token",
      "desc": "migration",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN",
        "FL"
      ]
    },
    {
      "key": "down",
      "type": "bool",
      "desc": "can be migrated back",
      "on": [
        "HO",
        "RB",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "state",
      "type": "enum:state",
      "desc": "health afterwards",
      "on": [
        "ST",
        "DN",
        "FL"
      ]
    },
    {
      "key": "apref",
      "type": "token",
      "desc": "change approval",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    }
  ],
  "agents": [
    "release",
    "operator",
    "oncall"
  ],
  "asks_used": [
    "REVIEW",
    "TEST",
    "UNDO",
    "DEPLOY",
    "ROLLBACK",
    "MIGRATE"
  ],
  "item_namespace": "svc",
  "item_examples": [
    "svc:api-1.4.2",
    "mig:0142"
  ],
  "exec": {
    "DEPLOY": [
      "env",
      "ver",
      "prev",
      "apref"
    ],
    "ROLLBACK": [
      "env",
      "ver",
      "prev",
      "apref"
    ],
    "MIGRATE": [
      "env",
      "mig",
      "down",
      "apref"
    ]
  },
  "irreversible": [
    "DEPLOY",
    "ROLLBACK",
    "MIGRATE"
  ],
  "shapes": [
    {
      "slot": "win",
      "forms": [
        "<day>T<hhmm>-<hhmm>"
      ],
      "other": "error"
    }
  ],
  "answers": {
    "go": [
      "APPROVE"
    ],
    "stop": [
      "DECLINE",
      "HOLD"
    ]
  },
  "single_use": [
    "apref"
  ],
  "approval": "apref"
} as const;
deploy satisfies ProfileData;
