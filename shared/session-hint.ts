/** Whether a browser has brought the cookie of a session along when it asked for a page. */
export const sessionHints = ['none', 'some'] as const
export type SessionHint = (typeof sessionHints)[number]

/** The file of a page as browsers with such a cookie get it; the other browsers get the page's own. */
export function fileForHint(file: string, hint: SessionHint): string {
  return hint === 'none' ? file : file.replace(/\.html$/, '.signed-in.html')
}
