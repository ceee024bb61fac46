export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
