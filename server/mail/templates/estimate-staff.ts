import { company } from '#shared/company.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { responseDueAt, responseHours } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import { type EstimateForMail, estimateAnswers } from './estimate-answers.ts'
import { html } from './html.ts'
import { alertBand, answerTable, buttonLink, factBox, letterHtml, paragraph } from './letter-html.ts'
import { letterText, textTable } from './letter-text.ts'
import type { LetterContent } from './render-message.ts'
import { safeLine } from './safe-text.ts'

const subjectLimit = 150
const urgentNotice = 'URGENT: this visitor asked for immediate attention.'
const emptyAnswer = 'Not given'

/**
 * Tells the staff of a new request: every field whole, until when to answer, and the request's page as the only link.
 *
 * @param link address of the request's page
 */
export function estimateStaffLetter(estimate: EstimateForMail, link: string): LetterContent {
  const projectType = optionLabel(projectTypes, estimate.projectType)
  const subject = safeLine(
    `${estimate.urgent ? 'URGENT: ' : ''}Estimate request ${estimate.reference}: ${projectType}, ${estimate.location} (${estimate.name})`,
    subjectLimit,
  )
  const heading = 'New estimate request'
  const dueBy = `${formatDayAndTime(estimate.dueAt ?? responseDueAt(estimate.createdAt))} New York time`
  const facts = [
    { label: 'Reference', value: estimate.reference },
    { label: 'Submitted', value: `${formatDayAndTime(estimate.createdAt)} New York time` },
    { label: 'Answer due by', value: dueBy },
  ]
  const answers = estimateAnswers(estimate)
  const replyHint = 'A reply to this message goes to the visitor.'
  const promise = `${company.name} promised an answer within ${responseHours} hours.`

  return {
    subject,
    text: letterText(heading, [
      ...(estimate.urgent ? [urgentNotice] : []),
      textTable(
        facts.map((fact) => ({ ...fact, long: false })),
        emptyAnswer,
      ),
      `Open the request:\n${link}`,
      textTable(answers, emptyAnswer),
      `${replyHint}\n${promise}`,
    ]),
    html: letterHtml({
      subject,
      preview: `Answer due by ${dueBy}. ${projectType}, ${estimate.location}.`,
      heading,
      body: [
        ...(estimate.urgent ? [alertBand(urgentNotice)] : []),
        factBox(facts),
        buttonLink(link, 'Open the request'),
        answerTable(answers, emptyAnswer),
        paragraph(html`${replyHint} ${promise}`),
      ],
    }),
  }
}
