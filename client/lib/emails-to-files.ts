/** Whether the server has no mail service, so that emails become files on it. It says so on the page's root element. */
export function emailsGoToFiles(): boolean {
  return document.documentElement.dataset.mail === 'files'
}
