import { serialize } from 'node:v8'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { renderHtml } from '#server/mail/templates/email-layout.tsx'
import { FactBox } from '#server/mail/templates/email-parts.tsx'
import type { Answer } from '#server/mail/templates/estimate-answers.ts'
import { StaffEmail } from '#server/mail/templates/estimate-staff.tsx'
import { VisitorEmail } from '#server/mail/templates/estimate-visitor.tsx'
import { prerendered } from '#server/mail/templates/prerendered.ts'

const adversarial = [
  '',
  ' ',
  'plain',
  '&"\'<>',
  '&amp;&#x27;&lt;',
  '<br/>',
  '<script>alert("1")</script>',
  '</title></style><!--',
  '$& $1 $$ $`',
  'one\ntwo\r\nthree\rfour\u2028five\u2029six\n',
  '\n\n',
  '\r',
  'a\u0000b\u0007c\u000bd\u0085e\u009f',
  '\u202ereversed\u202c \u2066isolated\u2069',
  '\u061c\u200b\u200e\u200f\ufeff',
  '\ue000',
  '\ue0000\n\ue001',
  '\ue00099\n\ue001 \ue001\ue000',
  'javascript:alert(1)//',
  'https://www.builders.example/admin/estimates/1?a=1&b="2"\n',
  '🏠 \ud83c \udfe0',
  'كلام ✓',
  '{{constructor}} __proto__',
  `${'long '.repeat(400)}\n`.repeat(5),
]

/** Each text comes to each place. */
function rounds<Props>(propsOf: (text: (place: number) => string, round: number) => Props): Props[] {
  return adversarial.map((_, round) =>
    propsOf((place) => adversarial[(round + place) % adversarial.length] ?? '', round),
  )
}

const answersOf = (text: (place: number) => string, round: number): Answer[] =>
  Array.from({ length: 12 }, (_, place) => ({
    label: text(2 * place),
    // In some rounds, all are missing or given.
    value: (place + round) % 7 < round % 4 ? undefined : text(2 * place + 1),
    long: (place + round) % 5 === 0,
  }))

const withoutScripts = (link: string) => (link.startsWith('javascript:') ? `x${link}` : link)

const staffProps = rounds((text, round) => ({
  subject: text(1),
  preview: text(2),
  urgent: round % 2 === 0,
  facts: [0, 1, 2, 3].map((place) => ({ label: `${place}${text(place + 3)}`, value: text(place + 9) })),
  link: withoutScripts(text(13)),
  answers: answersOf(text, round),
}))

const visitorProps = rounds((text, round) => ({
  subject: text(1),
  preview: text(2),
  greeting: text(3),
  promise: text(4),
  reference: { label: text(5), value: text(6) },
  answers: answersOf(text, round),
}))

function itRendersLike<Props extends object>(Email: (props: Props) => ReactElement, allProps: readonly Props[]): void {
  it('is byte for byte what its component renders, for the first and for later texts', () => {
    const html = prerendered(Email)
    const expected = allProps.map((props) => renderHtml(Email(props)))
    expect(allProps.map(html)).toEqual(expected)
    expect(allProps.map(html)).toEqual(expected)
    expect(new Set(expected).size).toBe(allProps.length)
  })
}

describe('the prerendered email to the staff', () => itRendersLike(StaffEmail, staffProps))
describe('the prerendered email to the visitor', () => itRendersLike(VisitorEmail, visitorProps))

it('stays right with more kinds of properties than templates are kept', () => {
  const html = prerendered(FactBox)
  for (let count = 0; count < 150; count += 1) {
    const facts = Array.from({ length: count % 75 }, (_, fact) => ({ label: `${fact}`, value: `<${count}>` }))
    expect(html({ facts })).toBe(renderHtml(FactBox({ facts })))
  }
})

it('takes one byte of memory for each character, unless a text needs two', () => {
  // V8 writes a text as it keeps it, behind two bytes of a header.
  const lengthInMemory = (text: string) => serialize(text).length
  const html = prerendered(FactBox)
  const htmlOf = (value: string) => html({ facts: [{ label: 'Note', value }] })
  htmlOf('the first')
  expect(lengthInMemory(htmlOf('caf\u00e9'))).toBeLessThan(1.1 * htmlOf('caf\u00e9').length)
  expect(lengthInMemory(htmlOf('\u201cquoted\u201d'))).toBeGreaterThan(1.9 * htmlOf('caf\u00e9').length)
})
