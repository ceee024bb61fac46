import { showError, showSuccess } from '#client/components/toasts.tsx'
import type { EstimateDetail } from '#client/lib/api.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import type { PageAction } from '../layout/page-actions.ts'
import { usePageActions } from '../layout/use-page-actions.ts'
import { mailHref } from '../ui/mail-href.ts'

type SheetActions = {
  estimate: EstimateDetail['estimate']
  next: () => void
  previous: () => void
  showShortcuts: () => void
  /** Whether the keys of the page are on. */
  hasKeys: boolean
}

/** The palette's actions for the whole request. The page's forms add their own. */
export function useSheetActions({ estimate, next, previous, showShortcuts, hasKeys }: SheetActions): void {
  const { id, email, phone, reference } = estimate
  const number = phone === null ? undefined : readPhoneNumber(phone)
  const key = (name: string) => (hasKeys ? name : undefined)
  const call: PageAction[] = number?.href
    ? [{ label: `Call ${number.text}`, words: 'phone', run: () => location.assign(number.href ?? '') }]
    : []
  const copyNumber: PageAction[] = number
    ? [{ label: 'Copy phone number', isMinor: true, run: () => void copy('Phone number', number.text) }]
    : []
  usePageActions([
    ...call,
    { label: 'Write an email', words: 'mail', run: () => location.assign(mailHref(email)) },
    { label: 'Next request', words: 'older', keys: key('n'), run: next },
    { label: 'Previous request', words: 'newer', keys: key('p'), run: previous },
    { label: 'Print', words: 'sheet paper', run: () => window.print() },
    {
      label: 'Copy link',
      words: 'address share',
      run: () => void copy('Link', `${location.origin}/admin/estimates/${id}`),
    },
    ...copyNumber,
    { label: 'Copy email address', isMinor: true, run: () => void copy('Email address', email) },
    { label: 'Copy reference', isMinor: true, run: () => void copy('Reference', reference) },
    { label: 'Show keyboard shortcuts', isMinor: true, keys: key('?'), run: showShortcuts },
  ])
}

async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess({ title: `${what} Copied`, message: text })
  } catch {
    // Without https there is no clipboard, and a browser may refuse it.
    showError({ title: `${what} Not Copied`, message: `Your browser did not allow it: ${text}` })
  }
}
