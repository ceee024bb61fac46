import { useLayoutEffect } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const focusable = 'a[href], button, input, select, textarea'

type Former = { path: string; container: HTMLElement; elements: Map<string, HTMLElement>; focused: Element | null }

let former: Former | undefined

/**
 * Holds on to the controls of the built page while React takes it over. Where anything has changed the page's HTML, such
 * as a translator, a proxy or a password manager, React builds it anew, with empty controls.
 */
export function keepControls(container: HTMLElement): void {
  const controls = {
    path: location.pathname,
    container,
    elements: findFocusable(container),
    focused: document.activeElement,
  }
  former = controls
  container.addEventListener('focusin', ({ target }) => {
    if (former === controls && target instanceof Element) controls.focused = target
  })
}

/**
 * Carries values, focus and selection over to what React has built anew. Stands before the forms, since its effect runs
 * before theirs, which read the controls.
 *
 * @param last React takes over nothing after it
 */
export function FormerControls({ last = false }: { last?: boolean }): null {
  useLayoutEffect(() => {
    carryOver()
    if (last) former = undefined
  }, [last])
  return null
}

function carryOver(): void {
  if (former?.path !== location.pathname) return
  const { container, elements, focused } = former
  const present = findFocusable(container)
  for (const [key, old] of elements) {
    const control = present.get(key)
    // The page's frame is taken over before its content, which stays connected until then.
    if (!control || old.isConnected) continue
    elements.delete(key)
    if (isControl(old) && isControl(control)) copyValue(old, control)
    if (old === focused) control.focus({ preventScroll: true })
    if (isControl(old) && isControl(control)) copySelection(old, control)
  }
}

/** Elements alike are told apart by their order. */
function findFocusable(container: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>()
  for (const element of container.querySelectorAll<HTMLElement>(focusable)) {
    const name = ['name', 'type', 'href'].map((attribute) => element.getAttribute(attribute))
    let key = [element.localName, ...name].join(' ')
    while (found.has(key)) key += ' again'
    found.set(key, element)
  }
  return found
}

function isControl(element: HTMLElement): element is Control {
  return element.matches('input, select, textarea')
}

function copyValue(old: Control, control: Control): void {
  if ('files' in old && 'files' in control && old.type === 'file') {
    control.files = old.files
    return
  }
  if ('checked' in old && 'checked' in control) control.checked = old.checked
  if (control.value !== old.value) control.value = old.value
}

/** Only text has a selection; it is null for an email address. */
function copySelection(old: Control, control: Control): void {
  if (!('selectionStart' in old && 'selectionStart' in control) || old.selectionStart === null) return
  control.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? undefined)
}
