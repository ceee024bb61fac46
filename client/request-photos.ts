/** On a visitor's page, sends smaller photos than the form would send by itself. Whatever fails is left to the form. */

import { sendPhoto } from './features/photos/send-photo.ts'
import { shrinkPhoto } from './features/photos/shrink-photo.ts'

const form = document.querySelector<HTMLFormElement>('[data-form="photos"] form')
const [input, camera] = form?.querySelectorAll<HTMLInputElement>('[type="file"]') ?? []
const status = form?.querySelector('[role="status"]')
const button = form?.querySelector('button')

if (form && input && status && button) form.addEventListener('submit', send)

let isSending = false

function send(event: SubmitEvent): void {
  const files = [input, camera].flatMap((each) => [...(each?.files ?? [])])
  // The server says what to do.
  if (files.length === 0) return
  event.preventDefault()
  if (isSending) return
  isSending = true
  button?.setAttribute('aria-disabled', 'true')
  sendAll(files)
    .catch(() => form?.submit())
    .finally(() => {
      isSending = false
      button?.removeAttribute('aria-disabled')
    })
}

async function sendAll(files: readonly File[]): Promise<void> {
  const problems: string[] = []
  const left = new DataTransfer()
  for (const [index, file] of files.entries()) {
    const count = files.length > 1 ? `Photo ${index + 1} of ${files.length}` : 'Your photo'
    say(`${count} is on its way…`)
    const result = await sendOne(file, (percent) => say(`${count} is on its way: ${percent}%`))
    if (result.sent) continue
    problems.push(`${file.name} could not be sent: ${result.problem ?? 'The connection broke.'}`)
    if (result.mayRetry) left.items.add(file)
  }
  if (problems.length === 0) return location.assign(`${location.pathname}?done=photos`)
  // Another press sends only what may still get there.
  if (input) input.files = left.files
  if (camera) camera.value = ''
  const sent = files.length - problems.length
  say([...(sent > 0 ? [`${sent} of ${files.length} photos added.`] : []), ...problems].join(' '))
  status?.setAttribute('data-problem', '')
}

async function sendOne(file: File, onPercent: (percent: number) => void) {
  // Sharing the limits with the form would load a script of 17 kB.
  const { side, maxBytes, tooLarge } = input?.dataset ?? {}
  const shrunk = await shrinkPhoto(file, Number(side), input?.accept ?? '').catch(() => undefined)
  if (!shrunk && file.size > Number(maxBytes)) return { sent: false, problem: tooLarge, mayRetry: false } as const
  const url = `${location.pathname}/photos/${crypto.randomUUID()}`
  return await sendPhoto({ method: 'POST', url, blob: shrunk?.blob ?? file, name: file.name, onPercent })
}

function say(text: string): void {
  if (!status) return
  status.removeAttribute('data-problem')
  status.textContent = text
}
