/** Whether a group that holds an unbounded repetition is itself repeated without bound: the shape that may take for ever. */
export function nestedQuantifier(pattern: string): boolean {
  const pieces = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|\(|\)|[*+?]|\{\d+(?:,\d*)?\}|./gsu) ?? [];
  const groups: boolean[] = [false];
  let closed = false;
  for (const piece of pieces) {
    const isUnbounded = piece === '*' || piece === '+' || /^\{\d+,\}$/.test(piece);
    if (isUnbounded && closed) return true;
    if (isUnbounded) groups[groups.length - 1] = true;
    closed = false;
    if (piece === '(') groups.push(false);
    if (piece === ')') {
      closed = groups.pop() as boolean;
      if (closed) groups[groups.length - 1] = true;
    }
  }
  return false;
}
