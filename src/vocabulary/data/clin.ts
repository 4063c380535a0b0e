// Generated from spec/profiles/clin.json by `npm run generate`.
import type { ProfileData } from '../profile-data.ts';

/** The profile clin: Clinical documents as statements: one ST a statement, with the words that support it. */
export const clin = {
  "profile": "clin",
  "version": "RW1+hearback.1",
  "extends": "core",
  "description": "Clinical documents as statements: one ST a statement, with the words that support it.",
  "enums": {
    "act": {
      "OBS": "author saw, examined or measured it",
      "RPT": "told to the author, unverified",
      "ASSESS": "author's judgement",
      "ORD": "asked of somebody else",
      "DONE": "was carried out",
      "RX": "medicine; chg says how",
      "PLAN": "author's next step",
      "ADV": "advice to patient or carer"
    },
    "pol": {
      "POS": "is so",
      "NEG": "is not so"
    },
    "cert": {
      "CERT": "as fact",
      "POSS": "possibly",
      "COND": "if something else happens",
      "HYPO": "a risk or what-if"
    },
    "subj": {
      "PT": "patient",
      "FAM": "family",
      "OTH": "other person"
    },
    "time": {
      "CUR": "now, ongoing too",
      "PAST": "earlier, over",
      "FUT": "to come"
    },
    "route": {
      "PO": "mouth",
      "IV": "vein",
      "IM": "muscle",
      "SC": "under the skin",
      "TOP": "on the skin",
      "INH": "inhaled",
      "NEB": "nebuliser",
      "PR": "rectum",
      "SL": "under the tongue",
      "OTH": "other, as quoted"
    },
    "freq": {
      "OD": "1 a day",
      "BD": "2 a day",
      "TDS": "3 a day",
      "QDS": "4 a day",
      "PRN": "when needed",
      "NOCTE": "night",
      "MANE": "morning",
      "WKLY": "weekly",
      "MTHLY": "monthly",
      "STAT": "once, at once",
      "OTH": "other, as quoted"
    },
    "chg": {
      "START": "new",
      "STOP": "ended",
      "INC": "more",
      "DEC": "less",
      "CONT": "as before",
      "SWITCH": "another instead",
      "HOLD": "paused",
      "CHG": "otherwise changed"
    },
    "who": {
      "CLIN": "clinician",
      "PT": "patient",
      "REL": "relative or carer",
      "OTH": "other source"
    }
  },
  "asks": {},
  "slots": [
    {
      "key": "act",
      "type": "enum:act",
      "desc": "kind of statement",
      "on": [
        "ST"
      ],
      "required": true
    },
    {
      "key": "pol",
      "type": "enum:pol",
      "desc": "so or not so",
      "on": [
        "ST"
      ],
      "required": true
    },
    {
      "key": "cert",
      "type": "enum:cert",
      "desc": "how certain",
      "on": [
        "ST"
      ],
      "required": true
    },
    {
      "key": "subj",
      "type": "enum:subj",
      "desc": "about whom",
      "on": [
        "ST"
      ],
      "required": true
    },
    {
      "key": "time",
      "type": "enum:time",
      "desc": "when, seen from the document",
      "on": [
        "ST"
      ],
      "required": true
    },
    {
      "key": "src",
      "type": "token",
      "desc": "where the words stand: doc:<id>#l<n> or doc:<id>#l<n>-<m>",
      "on": [
        "ST",
        "HO",
        "DN"
      ]
    },
    {
      "key": "res",
      "type": "num",
      "desc": "value as written, no unit",
      "on": [
        "ST"
      ]
    },
    {
      "key": "unit",
      "type": "token",
      "desc": "unit of res",
      "on": [
        "ST"
      ]
    },
    {
      "key": "dose",
      "type": "token",
      "desc": "dose as written",
      "on": [
        "ST"
      ]
    },
    {
      "key": "route",
      "type": "enum:route",
      "desc": "way in",
      "on": [
        "ST"
      ]
    },
    {
      "key": "freq",
      "type": "list:enum:freq",
      "desc": "how often",
      "on": [
        "ST"
      ]
    },
    {
      "key": "chg",
      "type": "enum:chg",
      "desc": "what became of the medicine",
      "on": [
        "ST"
      ]
    },
    {
      "key": "site",
      "type": "token",
      "desc": "part of the body",
      "on": [
        "ST"
      ]
    },
    {
      "key": "who",
      "type": "enum:who",
      "desc": "source, unless the author",
      "on": [
        "ST"
      ]
    },
    {
      "key": "when",
      "type": "token",
      "desc": "date or span as written",
      "on": [
        "ST"
      ]
    },
    {
      "key": "n",
      "type": "int:0-9999",
      "desc": "how many lines",
      "on": [
        "HO",
        "DN",
        "ST"
      ]
    }
  ],
  "agents": [
    "extractor",
    "reviewer",
    "record"
  ],
  "asks_used": [
    "EXTRACT",
    "REVIEW",
    "FIX"
  ],
  "item_namespace": "kind:concept",
  "item_examples": [
    "sym:chest-pain",
    "dx:type-2-diabetes",
    "med:metformin",
    "meas:hba1c"
  ],
  "item_kinds": {
    "sym": "symptom, sign or finding",
    "dx": "diagnosis",
    "med": "medicine",
    "proc": "procedure",
    "meas": "measured value",
    "alg": "allergy",
    "ref": "referral",
    "soc": "way of life",
    "func": "what the patient can do",
    "fu": "follow-up"
  },
  "item_kinds_on": [
    "ST"
  ],
  "tail_on": [
    "ST"
  ],
  "together": [
    {
      "on": [
        "ST"
      ],
      "if": [],
      "then": [
        "src"
      ]
    }
  ],
  "shapes": [
    {
      "slot": "src",
      "on": [
        "ST"
      ],
      "forms": [
        "doc:<id>#l<n>",
        "doc:<id>#l<n>-<m>"
      ],
      "other": "error"
    }
  ],
  "own_line": [
    "n",
    "src"
  ],
  "evidence": {
    "pointer": "src",
    "sought": {
      "doc": [
        "res",
        "dose"
      ]
    },
    "free": [
      "dose"
    ],
    "needed": {
      "ST": [
        "sym",
        "dx",
        "med",
        "proc",
        "meas",
        "alg",
        "ref",
        "soc",
        "func",
        "fu"
      ]
    },
    "quote": true
  },
  "translation": {
    "note": "The tail quotes the shortest words of the named lines that support the statement, unchanged. A statement made twice is one line; a corrected one names the older line in re=."
  }
} as const;
clin satisfies ProfileData;
