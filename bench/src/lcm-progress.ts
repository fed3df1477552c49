/** How far a long fill is: one line that changes on a terminal, a line for each tenth elsewhere. */
export function showProgress(done: number, total: number): void {
  const { stderr } = process;
  const text = `bench: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} messages`;
  const isWhole = done >= total;
  if (stderr.isTTY) stderr.write(`\r${text}${isWhole ? '\n' : ' …'}`);
  else if (isWhole || Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total))
    stderr.write(`${text}\n`);
}
