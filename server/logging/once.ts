export function once<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  let done = false
  return (...args) => {
    if (done) return
    done = true
    work(...args)
  }
}
