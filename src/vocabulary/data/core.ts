// Generated from spec/profiles/core.json by `npm run generate`.
import type { CoreData } from '../core-data.ts';

/** The core of every line. */
export const core = {
  "profile": "core",
  "version": "RW1",
  "description": "What every line has, whatever its profile.",
  "limits": {
    "line": 8192,
    "tail": 300
  },
  "reserved_agents": [
    "human"
  ],
  "types": {
    "HO": {
      "name": "handoff",
      "desc": "gives work to another agent",
      "required": [
        "from",
        "to",
        "item",
        "ask"
      ],
      "optional": [
        "re",
        "due",
        "pri",
        "conf",
        "keep",
        "art",
        "ctx",
        "rb",
        "acc",
        "keys",
        "exp"
      ]
    },
    "RB": {
      "name": "readback",
      "desc": "says what arrived and what will be done",
      "required": [
        "re",
        "from",
        "to",
        "item",
        "ask"
      ],
      "optional": [
        "due",
        "eta",
        "h",
        "do",
        "acc",
        "not",
        "asm",
        "exp"
      ],
      "also": "HO"
    },
    "AQ": {
      "name": "ask",
      "desc": "one question with a known shape of answer",
      "required": [
        "from",
        "to",
        "need"
      ],
      "optional": [
        "re",
        "item",
        "opts",
        "by"
      ]
    },
    "AN": {
      "name": "answer",
      "desc": "answers an AQ, or confirms an RB or CX",
      "required": [
        "re",
        "from",
        "to",
        "val"
      ],
      "optional": [
        "item"
      ]
    },
    "ST": {
      "name": "status",
      "desc": "a fact or what changed; hands nothing over",
      "required": [
        "from",
        "to",
        "item"
      ],
      "optional": [
        "re",
        "pct",
        "eta",
        "blk"
      ]
    },
    "DN": {
      "name": "done",
      "desc": "done, with what was really done",
      "required": [
        "re",
        "from",
        "to",
        "item",
        "out"
      ],
      "optional": [
        "art",
        "next"
      ]
    },
    "UN": {
      "name": "unable",
      "desc": "declines the work or the message",
      "required": [
        "re",
        "from",
        "to",
        "why"
      ],
      "optional": [
        "item",
        "alt",
        "need"
      ]
    },
    "FL": {
      "name": "fail",
      "desc": "began and could not finish",
      "required": [
        "re",
        "from",
        "to",
        "item",
        "why"
      ],
      "optional": [
        "art",
        "retry"
      ]
    },
    "CX": {
      "name": "cancel",
      "desc": "takes a handoff back",
      "required": [
        "re",
        "from",
        "to",
        "item"
      ],
      "optional": [
        "why"
      ]
    }
  },
  "slots": {
    "p": {
      "type": "token",
      "desc": "profile"
    },
    "re": {
      "type": "msgid",
      "desc": "message answered"
    },
    "from": {
      "type": "agent",
      "desc": "sender"
    },
    "to": {
      "type": "agent",
      "desc": "receiver"
    },
    "item": {
      "type": "ref",
      "desc": "what it is about"
    },
    "ask": {
      "type": "enum:ask",
      "desc": "work wanted"
    },
    "due": {
      "type": "date",
      "desc": "work wanted by"
    },
    "by": {
      "type": "date",
      "desc": "answer wanted by"
    },
    "exp": {
      "type": "time",
      "desc": "last moment to act or confirm"
    },
    "pri": {
      "type": "int:1-5",
      "desc": "1 most urgent"
    },
    "conf": {
      "type": "enum:conf",
      "desc": "how sure of the brief"
    },
    "keep": {
      "type": "list:agent",
      "desc": "agents who stay involved"
    },
    "art": {
      "type": "list:ref",
      "desc": "files: material, result or logs"
    },
    "ctx": {
      "type": "list:msgid",
      "desc": "messages to read first; UNDO: the DN"
    },
    "rb": {
      "type": "list:token",
      "desc": "readback level, slots to echo"
    },
    "keys": {
      "type": "list:token",
      "desc": "criteria keys that will be checked"
    },
    "acc": {
      "type": "list:token",
      "desc": "criteria, key:value"
    },
    "do": {
      "type": "token",
      "desc": "what will be produced"
    },
    "not": {
      "type": "list:token",
      "desc": "left out"
    },
    "asm": {
      "type": "list:token",
      "desc": "assumed"
    },
    "h": {
      "type": "digest",
      "desc": "digest of the HO"
    },
    "eta": {
      "type": "date",
      "desc": "expected finish"
    },
    "pct": {
      "type": "int:0-100",
      "desc": "progress"
    },
    "blk": {
      "type": "list:ref",
      "desc": "what blocks"
    },
    "need": {
      "type": "enum:need",
      "desc": "shape of answer"
    },
    "opts": {
      "type": "list:token",
      "desc": "answers to choose from"
    },
    "val": {
      "type": "token",
      "desc": "the answer"
    },
    "out": {
      "type": "enum:out",
      "desc": "outcome"
    },
    "next": {
      "type": "enum:ask",
      "desc": "ask that could follow"
    },
    "why": {
      "type": "enum:why",
      "desc": "reason"
    },
    "alt": {
      "type": "agent",
      "desc": "who could take it"
    },
    "retry": {
      "type": "bool",
      "desc": "worth trying again"
    }
  },
  "enums": {
    "ask": {
      "REVIEW": "judge against criteria",
      "DRAFT": "write a first version",
      "DECIDE": "choose",
      "RESEARCH": "find out",
      "BUILD": "make",
      "FIX": "mend a named fault",
      "SUMM": "summary",
      "PLAN": "work out the steps",
      "TEST": "try whether it holds",
      "EXTRACT": "structured data",
      "UNDO": "reversal of the DN in ctx"
    },
    "why": {
      "NOCAP": "cannot",
      "NOCTX": "lacks material",
      "PERM": "may not",
      "BUSY": "full",
      "SCOPE": "not its field",
      "VER": "version",
      "UNK": "unknown code",
      "DUP": "already open",
      "CONFLICT": "another owns it",
      "ERR": "broke",
      "TIMEOUT": "too long; CX: no readback",
      "REVOKED": "approval gone",
      "SUPERSEDED": "replaced",
      "EXPIRED": "window over"
    },
    "out": {
      "OK": "all of it",
      "PARTIAL": "some of it",
      "NOOP": "nothing was done"
    },
    "need": {
      "ENUM": "one of opts",
      "TEXT": "val=tail, words in the tail",
      "NUM": "a number",
      "DATE": "YYYYMMDD",
      "YESNO": "Y or N"
    },
    "conf": {
      "L": "low",
      "M": "middling",
      "H": "high"
    }
  },
  "why_on": {
    "CX": [
      "REVOKED",
      "SUPERSEDED",
      "EXPIRED",
      "TIMEOUT"
    ]
  },
  "irreversible": [
    "UNDO"
  ],
  "levels": {
    "echo": "item ask due",
    "all": "every slot",
    "acc": "criteria from the brief, in acc=",
    "plan": "acc and do=",
    "exec": "execution slots as they will run"
  },
  "never_echoed": [
    "p",
    "rb",
    "exp",
    "re",
    "from",
    "to"
  ],
  "constraints": {
    "keys": {
      "len": {
        "desc": "length: 120w 800c 2p 10s"
      },
      "fmt": {
        "desc": "file format"
      },
      "lang": {
        "desc": "language or spelling"
      },
      "tone": {
        "desc": "register"
      },
      "voice": {
        "desc": "grammatical person"
      },
      "aud": {
        "desc": "readers"
      },
      "out": {
        "desc": "kind of result"
      },
      "by": {
        "desc": "day, YYYYMMDD"
      },
      "must": {
        "desc": "to be in it",
        "many": true
      },
      "no": {
        "desc": "to be left out",
        "many": true
      },
      "scope": {
        "desc": "in scope",
        "many": true
      },
      "src": {
        "desc": "source to use",
        "many": true
      }
    },
    "aliases": {
      "lang": {
        "uk": [
          "en-gb",
          "british",
          "british-english",
          "uk-english",
          "gb"
        ],
        "us": [
          "en-us",
          "american",
          "american-english",
          "us-english"
        ],
        "en": [
          "english"
        ]
      },
      "fmt": {
        "md": [
          "markdown"
        ]
      },
      "voice": {
        "we": [
          "first-person-plural",
          "first-plural",
          "1pp"
        ],
        "i": [
          "first-person",
          "first-person-singular",
          "1ps"
        ]
      },
      "tone": {
        "plain": [
          "plain-english",
          "simple"
        ]
      },
      "out": {
        "copy": [
          "text",
          "prose"
        ]
      }
    }
  }
} as const;
core satisfies CoreData;
