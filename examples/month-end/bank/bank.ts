import { readFileSync } from 'node:fs';
import { execute, lookUp, type Request } from './act.ts';
import { Book } from './book.ts';
import { mannersFor } from './faults.ts';

// A small bank: one request on standard input, one reply on standard output. It keeps its own file, does an act once a
// key, honours the valid-until, and misbehaves where its faults file says so.

const [bookFile = '', clockFile = '', faultsFile = ''] = process.argv.slice(2);
const request = JSON.parse(readFileSync(0, 'utf8')) as Request;
const manners = mannersFor(faultsFile, request);
const book = new Book(bookFile);
const isNew = book.effects().every(({ key }) => key !== request.key);
const reply =
  request.verb === 'look-up'
    ? lookUp(book, request, manners)
    : execute(book, request, manners, readFileSync(clockFile, 'utf8'));
book.close();
// the act is done, and its reply is lost on the way: once
if (manners.dropsReply && isNew && reply.outcome === 'executed') process.exit(1);
process.stdout.write(JSON.stringify(reply));
