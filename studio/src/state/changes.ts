/** Hands a value on only when it is another one than last time: what has not changed need not be drawn again. */
export function onlyChanges<T>(hand: (value: T) => void): (value: T) => void {
  let last = "";
  return (value) => {
    const now = JSON.stringify(value);
    if (now === last) return;
    last = now;
    hand(value);
  };
}
