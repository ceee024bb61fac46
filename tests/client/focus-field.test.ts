import { expect, it, vi } from 'vitest'
import { focusField } from '#client/components/focus-field.ts'

it.each(['input', 'select', 'textarea'])('shows the label and the error of a field with %s', (element) => {
  document.body.innerHTML = `<div id="field"><label for="it">Name</label><${element} id="it"></${element}><p>Error</p></div>`
  const shown: (string | undefined)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id)
  })
  const control = document.getElementById('it')
  if (control) focusField(control)
  expect(document.activeElement).toBe(control)
  expect(shown).toEqual(['field'])
  vi.restoreAllMocks()
})

it('shows the whole group of a radio button', () => {
  document.body.innerHTML =
    '<fieldset id="group"><legend>Budget</legend><label><input id="it" type="radio">Small</label></fieldset>'
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id)
  })
  const control = document.getElementById('it')
  if (control) focusField(control)
  expect(shown).toEqual(['group'])
  vi.restoreAllMocks()
})
