import { buttonClass } from '#client/components/button-class.ts'
import { MessageCard } from '../layout/message-card.tsx'

export function EmptyList({ onClear }: { onClear: () => void }) {
  return (
    <MessageCard title="No request matches">
      <p>Each word must be the beginning of a word in a request, and each filter must be met.</p>
      <button type="button" className={buttonClass()} onClick={onClear}>
        Show all requests
      </button>
    </MessageCard>
  )
}
