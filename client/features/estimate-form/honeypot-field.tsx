const name = 'remarks'

/**
 * A field for programs that fill in whatever a form has. People neither see nor reach it, screen readers skip it, and
 * neither name nor label says anything that a browser would fill in by itself. It is not hidden by `display: none`,
 * which such programs know.
 */
export function HoneypotField() {
  return (
    <div className="unseen" aria-hidden="true">
      <label>
        Leave this empty
        <input name={name} tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" data-bwignore />
      </label>
    </div>
  )
}

/** What stands in the field; undefined where nothing does. */
export function readHoneypot(form: HTMLFormElement | null): string | undefined {
  const control = form?.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control.value || undefined : undefined
}
