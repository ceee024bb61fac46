/** Shows the whole field, its label and error included. Focus alone brings only the control into the window. */
export function focusField(control: HTMLElement): void {
  control.focus({ preventScroll: true })
  const labels = 'labels' in control ? (control as HTMLInputElement).labels : null
  const field = labels?.[0]?.parentElement ?? control
  field.scrollIntoView({ block: 'center' })
}
