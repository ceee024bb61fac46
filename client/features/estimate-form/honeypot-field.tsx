const name = 'remarks'

/** These tell 1Password, LastPass, Bitwarden, Dashlane and Proton Pass not to fill in the field for people. */
const ignoredByPasswordManagers = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
  'data-protonpass-ignore': true,
}

/**
 * Traps programs that fill in every field. People neither see nor reach it, and browsers do not autofill its name and
 * label. Programs recognize `display: none`, so other styles hide it.
 */
export function HoneypotField() {
  return (
    <div className="unseen" aria-hidden="true">
      <label>
        Leave this empty
        <input name={name} tabIndex={-1} autoComplete="off" {...ignoredByPasswordManagers} />
      </label>
    </div>
  )
}

export function readHoneypot(form: HTMLFormElement | null): string | undefined {
  const control = form?.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control.value || undefined : undefined
}
