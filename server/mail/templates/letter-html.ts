import { company, licenseLine } from '#shared/company.ts'
import type { Answer } from './estimate-answers.ts'
import { type Html, html, htmlLines, raw } from './html.ts'
import { palette, styleSheet } from './letter-style.ts'

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const serif = "font-family:Georgia,'Times New Roman',serif"

type Letter = {
  readonly subject: string
  /** What inboxes show after the subject. */
  readonly preview: string
  readonly heading: string
  readonly body: readonly Html[]
}

/**
 * A whole letter: company header, heading, body, footer. Tables and inline styles, because Outlook lays out with Word
 * and Gmail drops much of a style sheet; what the style sheet adds (dark colours, phones) is a bonus.
 */
export function letterHtml({ subject, preview, heading, body }: Letter): string {
  return html`<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(styleSheet)}</style>
</head>
<body class="page" style="margin:0;padding:0;width:100%;background-color:${palette.page}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${preview}${previewPadding}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${palette.page}">
<tr><td align="center" style="padding:24px 12px">
${raw('<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->')}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:${palette.paper};border:1px solid ${palette.line};text-align:left">
<tr><td class="band" style="padding:22px 32px 20px;background-color:${palette.navy};border-bottom:4px solid ${palette.brick};${serif};font-size:20px;line-height:26px;letter-spacing:1px;color:${palette.onNavy}">${company.name}<br><span style="${sans};font-size:12px;line-height:18px;letter-spacing:0.4px;color:${palette.onNavyQuiet}">${company.serviceArea}</span></td></tr>
<tr><td class="inner ink" style="padding:30px 32px 8px;${sans};font-size:16px;line-height:25px;color:${palette.ink}">
<h1 class="ink" style="margin:0 0 18px;${serif};font-size:25px;line-height:32px;font-weight:normal;color:${palette.ink}">${heading}</h1>
${body}
</td></tr>
<tr><td class="inner quiet rule" style="padding:20px 32px 26px;border-top:1px solid ${palette.line};${sans};font-size:13px;line-height:20px;color:${palette.quiet}">
<strong class="ink" style="color:${palette.ink}">${company.legalName}</strong><br>
${company.address.street}, ${company.address.city}, ${company.address.region} ${company.address.postalCode}<br>
${company.phone.display}, ${company.hours}<br>
${licenseLine}
</td></tr>
</table>
${raw('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr>
</table>
</body>
</html>
`.toString()
}

// Invisible filling, or inboxes go on with the letter's first lines after a short preview.
const previewPadding = raw('&#847;&zwnj;&nbsp;'.repeat(60))

/** A paragraph of a letter. */
export function paragraph(content: Html): Html {
  return html`<p style="margin:0 0 18px">${content}</p>
`
}

/** The facts that matter most, in a box of their own. */
export function factBox(facts: readonly { readonly label: string; readonly value: string }[]): Html {
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr><td class="label quiet" width="140" valign="top" style="padding:3px 12px 3px 0;width:140px;font-size:14px;line-height:22px;color:${palette.quiet}">${label}</td><td class="value ink" valign="top" style="padding:3px 0;font-size:15px;line-height:22px;font-weight:bold;color:${palette.ink}">${value}</td></tr>
`,
  )
  return html`<table role="presentation" class="box" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;background-color:${palette.box};border-left:4px solid ${palette.brick}"><tr><td style="padding:13px 18px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${rows}</table>
</td></tr></table>
`
}

/** The answers of a request, each with its label, everything that was typed whole. */
export function answerTable(answers: readonly Answer[], ifEmpty: string): Html {
  const rows = answers.map(({ label, value, long }) => {
    const content =
      value === undefined
        ? html`<span class="quiet" style="color:${palette.quiet}">${ifEmpty}</span>`
        : htmlLines(value)
    const line = `border-top:1px solid ${palette.line};font-size:15px;line-height:23px`
    const quiet = `font-size:14px;color:${palette.quiet}`
    return long
      ? html`<tr><td class="ink rule" colspan="2" valign="top" style="padding:10px 0;${line};color:${palette.ink};word-break:break-word"><span class="quiet" style="${quiet}">${label}</span><br>${content}</td></tr>
`
      : html`<tr><td class="label quiet rule" width="170" valign="top" style="padding:9px 14px 9px 0;width:170px;${line};${quiet}">${label}</td><td class="value ink" valign="top" style="padding:9px 0;${line};color:${palette.ink};word-break:break-word">${content}</td></tr>
`
  })
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px">
${rows}</table>
`
}

/** A heading inside a letter. */
export function sectionHeading(text: string): Html {
  return html`<h2 class="ink" style="margin:0 0 10px;${serif};font-size:19px;line-height:26px;font-weight:normal;color:${palette.ink}">${text}</h2>
`
}

/** What must not be overlooked. */
export function alertBand(text: string): Html {
  return html`<p style="margin:0 0 18px;padding:10px 16px;background-color:${palette.brick};font-size:15px;line-height:22px;font-weight:bold;color:#ffffff">${text}</p>
`
}

/** A link that looks like a button, also in Outlook, which ignores the padding of links. */
export function buttonLink(address: string, text: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 26px"><tr><td class="button" style="background-color:${palette.navy}"><a href="${address}" style="display:inline-block;padding:13px 26px;border:1px solid ${palette.navy};font-size:16px;line-height:20px;font-weight:bold;color:${palette.onNavy};text-decoration:none">${text}</a></td></tr></table>
`
}
