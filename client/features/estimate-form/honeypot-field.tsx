const name = 'remarks'

/**
 * Traps programs that fill in every field. People neither see nor reach it, and browsers do not autofill its name and
 * label. Programs recognize `display: none`, so other styles hide it.
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

export function readHoneypot(form: HTMLFormElement | null): string | undefined {
  const control = form?.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control.value || undefined : undefined
}
