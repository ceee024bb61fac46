import { useEffect, useState } from 'react'
import { retentionPlaceholder, retentionSentence } from '#shared/retention.ts'

const textId = 'retention-in-force'

/** The server writes the sentence into the page. A navigation within the site has none. */
function sentenceInPage(): string | undefined {
  if (typeof document === 'undefined') return retentionPlaceholder
  return document.getElementById(textId)?.textContent ?? undefined
}

const isSentence = (text: string | undefined) => text !== undefined && text !== retentionPlaceholder

/** Says which retention rules are in force. */
export function RetentionText() {
  const [text, setText] = useState(sentenceInPage)

  useEffect(() => {
    if (isSentence(text)) return
    let isGone = false
    const show = (sentence: string) => {
      if (!isGone) setText(sentence)
    }
    import('#client/lib/public-client.ts')
      .then(({ createPublicClient }) => createPublicClient().privacy.rules.query())
      .then(
        (rules) => show(retentionSentence(rules)),
        () => show('The set times could not be loaded. Reload this page to see them.'),
      )
    return () => {
      isGone = true
    }
  }, [text])

  return <span id={textId}>{text ?? '…'}</span>
}
