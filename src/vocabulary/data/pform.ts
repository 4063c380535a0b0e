// Generated from spec/profiles/pform.json by `npm run generate`.
import type { ProfileData } from '../profile-data.ts';

/** The profile pform: Example of a profile: notes in a knowledge graph, passed between roles. */
export const pform = {
  "profile": "pform",
  "version": "0.1",
  "extends": "RW1",
  "description": "Example of a profile: notes in a knowledge graph, passed between roles.",
  "enums": {
    "stage": {
      "DIA": "diagnosis",
      "REV": "review",
      "OPT": "options",
      "DEC": "decision",
      "ACT": "action",
      "FIN": "finished"
    },
    "os": {
      "NOW": "being done",
      "HOLD": "waits",
      "SCH": "has a date",
      "SOME": "some day",
      "NONE": "no state",
      "NOTDO": "will not be done",
      "BLK": "blocked",
      "FIN": "finished"
    },
    "heat": {
      "COLD": "cold",
      "WARM": "warm",
      "HOT": "hot"
    }
  },
  "asks": {
    "SCORE4": "score on four axes",
    "ENRICH": "fill what is missing",
    "PRUNE": "retire or merge",
    "STALE": "decide on what lies still"
  },
  "slots": [
    {
      "key": "stg",
      "type": "enum:stage",
      "desc": "stage",
      "on": [
        "HO",
        "ST"
      ]
    },
    {
      "key": "os",
      "type": "enum:os",
      "desc": "state",
      "on": [
        "HO",
        "ST"
      ]
    },
    {
      "key": "imp",
      "type": "int:1-10",
      "desc": "importance",
      "on": [
        "HO",
        "ST"
      ]
    },
    {
      "key": "heat",
      "type": "enum:heat",
      "desc": "how active",
      "on": [
        "HO",
        "ST"
      ]
    },
    {
      "key": "stall",
      "type": "days",
      "desc": "days without movement",
      "on": [
        "HO",
        "ST"
      ]
    },
    {
      "key": "touch",
      "type": "date",
      "desc": "last touched",
      "on": [
        "HO",
        "ST"
      ]
    },
    {
      "key": "src",
      "type": "int:0-9999",
      "desc": "how many sources",
      "on": [
        "HO"
      ]
    },
    {
      "key": "asg",
      "type": "list:agent",
      "desc": "assigned to",
      "on": [
        "ST"
      ]
    }
  ],
  "agents": [
    "TRI",
    "STR",
    "ARC",
    "BLD",
    "QAR",
    "CPY",
    "GRD",
    "DAT",
    "MKT",
    "SCT",
    "IDE",
    "LUM"
  ],
  "item_namespace": "pensive"
} as const;
pform satisfies ProfileData;
