/** Shows the whole field, its label and error included. Focus alone brings only the control into the window. */
export function focusField(control: HTMLElement): void {
  control.focus({ preventScroll: true })
  const label = control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels?.[0] : null
  const field = label?.parentElement ?? control
  field.scrollIntoView({ block: 'center' })
}
