import { calendarFile, commonHeaders, type MailMessage, messageIdHeader } from '#server/mail/messages/message.ts'

/** Writes a message as MIME, with the envelope for a mail server. */
export async function composeMessage(message: MailMessage) {
  // A start does not wait for it, nor does idle memory hold it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const file = message.calendar && calendarFile(message.calendar)
  const composer = new MailComposer({
    from: message.from,
    to: [...message.to],
    replyTo: message.replyTo,
    subject: message.subject,
    text: message.text,
    html: message.html,
    ...(file ? { attachments: [{ filename: file.name, contentType: file.type, content: file.text }] } : {}),
    date: message.createdAt,
    messageId: messageIdHeader(message),
    headers: commonHeaders(message),
    // Messages must not make the composer read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  const mail = composer.compile()
  const { from, to } = mail.getEnvelope()
  return { envelope: { from, to }, content: await mail.build() }
}
