// Generated from spec/profiles/pay.json by `npm run generate`.
import type { ProfileData } from '../profile-data.ts';

/** The profile pay: Accounts payable: read invoices, match them, plan the run, audit it, pay. */
export const pay = {
  "profile": "pay",
  "version": "0.1+hearback.1",
  "extends": "RW1",
  "description": "Accounts payable: read invoices, match them, plan the run, audit it, pay.",
  "enums": {
    "cur": {
      "GBP": "pounds",
      "USD": "US dollars",
      "EUR": "euros"
    },
    "kind": {
      "NET": "without VAT",
      "GROSS": "with VAT"
    },
    "dec": {
      "PAY": "pay in this run",
      "HOLD": "in the run, unpaid",
      "EXCL": "not in the run"
    },
    "flag": {
      "OVERLIM": "over the approval limit",
      "FX": "other currency than the run",
      "BANKCHG": "asks to change the account",
      "LOOKALIKE": "sender only resembles the supplier",
      "DUP": "invoice came twice",
      "CORR": "corrected invoice",
      "VOID": "withdrawn by supplier",
      "PAID": "bank feed shows it paid",
      "CN": "credit note",
      "REFUNDED": "credit came back as money",
      "POVAR": "differs from the order",
      "NOPO": "no order found",
      "STMT": "statement of account",
      "NOISE": "no supplier document"
    },
    "appr": {
      "REQ": "needed",
      "OK": "given",
      "NO": "refused",
      "NA": "not needed"
    },
    "ans": {
      "APPROVE": "go ahead as asked",
      "DECLINE": "do not",
      "HOLD": "keep in the run, unpaid",
      "REJECT": "refused, change nothing",
      "CALLBACK": "phone the supplier on the known number first"
    }
  },
  "asks": {
    "RECON": "match invoices with orders and bank feed",
    "SCHED": "plan the payment run",
    "AUDIT": "check the run; sign or send back",
    "PAY": "make one payment",
    "CHGBANK": "change one supplier's account",
    "SEND": "mail one supplier the figures"
  },
  "slots": [
    {
      "key": "sup",
      "type": "token",
      "desc": "supplier",
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
      "key": "po",
      "type": "token",
      "desc": "purchase order",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN"
      ]
    },
    {
      "key": "amt",
      "type": "money",
      "desc": "amount",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "cur",
      "type": "enum:cur",
      "desc": "currency",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "kind",
      "type": "enum:kind",
      "desc": "what amt includes",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "dec",
      "type": "enum:dec",
      "desc": "decision",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "flag",
      "type": "list:enum:flag",
      "desc": "what to look at",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN",
        "UN"
      ]
    },
    {
      "key": "appr",
      "type": "enum:appr",
      "desc": "approval",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "var",
      "type": "money",
      "desc": "net difference from the order, signed",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN"
      ]
    },
    {
      "key": "net",
      "type": "money",
      "desc": "before VAT",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN"
      ]
    },
    {
      "key": "vat",
      "type": "money",
      "desc": "VAT",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN"
      ]
    },
    {
      "key": "n",
      "type": "int:0-9999",
      "desc": "how many items",
      "on": [
        "HO",
        "RB",
        "ST",
        "DN"
      ]
    },
    {
      "key": "tot",
      "type": "money",
      "desc": "total to pay in the run",
      "on": [
        "ST",
        "DN"
      ]
    },
    {
      "key": "src",
      "type": "list:token",
      "desc": "source: email:<n> bank:<YYYYMMDD> po:<id>",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "acct",
      "type": "token",
      "desc": "payee account, sortcode/number",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "paid",
      "type": "date",
      "desc": "day of payment",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "ref",
      "type": "token",
      "desc": "reference the supplier sees",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "eff",
      "type": "date",
      "desc": "in force from",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "apref",
      "type": "token",
      "desc": "approval reference",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "addr",
      "type": "token",
      "desc": "mail address",
      "on": [
        "HO",
        "RB",
        "ST",
        "AQ",
        "AN",
        "DN"
      ]
    },
    {
      "key": "prev",
      "type": "token",
      "desc": "account being replaced",
      "on": [
        "RB",
        "DN"
      ]
    }
  ],
  "agents": [
    "extractor",
    "reconciler",
    "scheduler",
    "auditor",
    "payer"
  ],
  "asks_used": [
    "EXTRACT",
    "REVIEW",
    "FIX",
    "UNDO",
    "RECON",
    "SCHED",
    "AUDIT",
    "PAY",
    "CHGBANK",
    "SEND"
  ],
  "item_namespace": "inv",
  "item_examples": [
    "inv:INV-000491",
    "sup:northfield",
    "run:2026-09"
  ],
  "exec": {
    "PAY": [
      "sup",
      "amt",
      "cur",
      "kind",
      "acct",
      "paid",
      "ref",
      "apref"
    ],
    "CHGBANK": [
      "sup",
      "acct",
      "eff",
      "apref",
      "prev"
    ],
    "SEND": [
      "sup",
      "addr",
      "amt",
      "cur",
      "paid",
      "ref"
    ]
  },
  "irreversible": [
    "PAY",
    "CHGBANK",
    "SEND"
  ],
  "positive": {
    "PAY": [
      "amt"
    ]
  },
  "sums": [
    {
      "total": "amt",
      "parts": [
        "net",
        "vat"
      ],
      "when": {
        "kind": [
          "GROSS",
          null
        ]
      }
    },
    {
      "total": "amt",
      "parts": [
        "net"
      ],
      "when": {
        "kind": [
          "NET"
        ]
      }
    }
  ],
  "together": [
    {
      "on": [
        "ST"
      ],
      "if": [
        "src",
        "amt"
      ],
      "then": [
        "cur",
        "kind"
      ]
    }
  ],
  "shapes": [
    {
      "slot": "src",
      "forms": [
        "email:<n>",
        "bank:<day>",
        "po:<id>"
      ],
      "other": "warning"
    }
  ],
  "own_line": [
    "n",
    "flag",
    "src"
  ],
  "answers": {
    "go": [
      "APPROVE"
    ],
    "stop": [
      "DECLINE",
      "HOLD",
      "REJECT",
      "CALLBACK"
    ]
  },
  "roles": {
    "extractor": {
      "takes": [
        "EXTRACT",
        "FIX"
      ]
    },
    "reconciler": {
      "gives": [
        "EXTRACT",
        "FIX"
      ],
      "takes": [
        "RECON",
        "FIX"
      ]
    },
    "scheduler": {
      "gives": [
        "RECON",
        "AUDIT",
        "PAY",
        "CHGBANK",
        "SEND",
        "UNDO"
      ],
      "takes": [
        "SCHED",
        "FIX"
      ]
    },
    "auditor": {
      "gives": [
        "FIX"
      ],
      "takes": [
        "AUDIT",
        "REVIEW"
      ]
    },
    "payer": {
      "takes": [
        "PAY",
        "CHGBANK",
        "SEND",
        "UNDO"
      ]
    }
  },
  "single_use": [
    "apref"
  ],
  "approval": "apref",
  "amounts": {
    "amt": "cur",
    "var": "cur",
    "net": "cur",
    "vat": "cur",
    "tot": "cur"
  },
  "evidence": {
    "pointer": "src",
    "sought": {
      "email": [
        "item",
        "po",
        "amt",
        "net",
        "vat",
        "cur",
        "acct",
        "ref",
        "addr",
        "prev",
        "eff"
      ],
      "bank": [
        "amt",
        "ref",
        "paid"
      ],
      "po": [
        "po",
        "net"
      ]
    },
    "stated_on": {
      "eff": [
        "ST"
      ],
      "paid": [
        "ST"
      ]
    },
    "written": {
      "cur": {
        "GBP": [
          "£",
          "pounds"
        ],
        "EUR": [
          "€",
          "euros"
        ],
        "USD": [
          "$",
          "US$"
        ]
      }
    },
    "labels": {
      "amt": [
        "total",
        "total gbp",
        "to pay",
        "amount due",
        "gross",
        "balance due"
      ],
      "net": [
        "net",
        "goods",
        "subtotal"
      ],
      "vat": [
        "vat",
        "tax"
      ]
    },
    "item": [
      "inv",
      "cn"
    ],
    "needed": {
      "ST": [
        "inv",
        "cn",
        "mail",
        "sup"
      ]
    },
    "matter": [
      "src"
    ]
  }
} as const;
pay satisfies ProfileData;
