export const sessionHints = ['none', 'some'] as const
export type SessionHint = (typeof sessionHints)[number]

/** Browsers with a session cookie get another file. */
export function fileForHint(file: string, hint: SessionHint): string {
  return hint === 'none' ? file : file.replace(/\.html$/, '.signed-in.html')
}
