/**
 * Shows the whole field, its label and error included. Focus alone brings only the control into the window.
 *
 * @param above is shown as well if the window has room for both
 */
export function focusField(control: HTMLElement, above?: HTMLElement | null): void {
  control.focus({ preventScroll: true })
  const labels = 'labels' in control ? (control as HTMLInputElement).labels : null
  const field = control.closest('fieldset') ?? labels?.[0]?.parentElement ?? control
  // The middle of a high group could be without its label and its first control.
  const block = field.getBoundingClientRect().height > window.innerHeight / 2 ? 'start' : 'center'
  field.scrollIntoView({ block })
  if (!above) return
  above.scrollIntoView({ block: 'nearest' })
  if (field.getBoundingClientRect().bottom > window.innerHeight) field.scrollIntoView({ block })
}
