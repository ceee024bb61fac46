/** Makes a function that runs only the first time that it is called. */
export function once<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  let done = false
  return (...args) => {
    if (done) return
    done = true
    work(...args)
  }
}
