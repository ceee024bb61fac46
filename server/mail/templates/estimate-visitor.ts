import { company } from '#shared/company.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { type EstimateForMail, estimateAnswers } from './estimate-answers.ts'
import { html } from './html.ts'
import { answerTable, factBox, letterHtml, paragraph, sectionHeading } from './letter-html.ts'
import { letterText, textTable } from './letter-text.ts'
import type { LetterContent } from './render-message.ts'
import { safeLine, unlinkedText } from './safe-text.ts'

const emptyAnswer = 'Not given'

/**
 * Confirms a request to the visitor who sent it: the reference, until when we answer, a copy of the answers. The one
 * link is the company's phone number: who gets this letter is whoever somebody named in the form.
 */
export function estimateVisitorLetter(estimate: EstimateForMail): LetterContent {
  const subject = `We received your estimate request (${safeLine(estimate.reference, 40)})`
  const heading = 'Thank you for your request'
  const greeting = `Dear ${unlinkedText(safeLine(estimate.name, 100))},`
  const dueBy = `${formatDayAndTime(estimate.dueAt ?? responseDueAt(estimate.createdAt))} New York time`
  const reference = { label: 'Your reference', value: estimate.reference }
  const answers = estimateAnswers(estimate, unlinkedText)
  const thanks = `Thank you for asking ${company.name} for an estimate.`
  const received = 'We have received your request, and'
  const promise = `we will contact you by ${dueBy}`
  const next = 'A detailed estimate follows 2-3 business days after we have talked.'
  const cost = 'It costs you nothing, and there are no hidden fees.'
  const changes = 'Something to add or to correct? Reply to this message, or call'
  const mistaken = 'You did not send this request? Then somebody entered your address'
  const ignore = 'by mistake, and you can ignore this message.'

  return {
    subject,
    text: letterText(heading, [
      greeting,
      `${thanks}\n${received}\n${promise}.`,
      textTable([{ ...reference, long: false }], emptyAnswer),
      `${next}\n${cost}`,
      `${changes}\n${company.phone.display}.`,
      'YOUR ANSWERS',
      textTable(answers, emptyAnswer),
      `${mistaken}\n${ignore}`,
    ]),
    html: letterHtml({
      subject,
      preview: `We will contact you by ${dueBy}. Your reference is ${estimate.reference}.`,
      heading,
      body: [
        paragraph(html`${greeting}`),
        paragraph(html`${thanks} ${received} <strong>${promise}</strong>.`),
        factBox([reference]),
        paragraph(html`${next} ${cost}`),
        paragraph(
          html`${changes} <a class="ink" href="${company.phone.href}" style="color:inherit;white-space:nowrap">${company.phone.display}</a>.`,
        ),
        sectionHeading('Your answers'),
        answerTable(answers, emptyAnswer),
        paragraph(html`<span class="quiet" style="font-size:13px;line-height:20px">${mistaken} ${ignore}</span>`),
      ],
    }),
  }
}
