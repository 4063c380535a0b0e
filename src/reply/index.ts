export { type FoundLine, type FoundLines, findLines } from './find.ts';
export { repairMessage } from './repair.ts';
export { type Because, type Reply, type ReplyOptions, reply } from './reply.ts';
