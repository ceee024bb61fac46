/**
 * Where the public address has https, no one can sign in or send a form by plain http. The server cannot redirect: behind
 * a proxy that it does not know, every request looks like plain http.
 */
export function leavePlainHttp(): void {
  const image = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content
  if (location.protocol !== 'http:' || !image?.startsWith('https:')) return
  location.replace(new URL(image).origin + location.href.slice(location.origin.length))
}
