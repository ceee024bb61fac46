/**
 * Shows the whole field, its label and error included. Focus alone brings only the control into the window.
 *
 * @param above is shown as well if the window has room for both
 */
export function focusField(control: HTMLElement, above?: HTMLElement | null): void {
  control.focus({ preventScroll: true })
  const labels = 'labels' in control ? (control as HTMLInputElement).labels : null
  const field = labels?.[0]?.parentElement ?? control
  field.scrollIntoView({ block: 'center' })
  if (!above) return
  above.scrollIntoView({ block: 'nearest' })
  if (field.getBoundingClientRect().bottom > window.innerHeight) field.scrollIntoView({ block: 'center' })
}
