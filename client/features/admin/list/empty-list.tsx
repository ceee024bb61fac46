import { buttonClass } from '#client/components/button-class.ts'
import { MessageCard } from '../layout/message-card.tsx'

export function EmptyList({ onClear }: { onClear: () => void }) {
  return (
    <MessageCard title="No matching requests">
      <p>Try fewer words or remove a filter.</p>
      <button type="button" className={buttonClass()} onClick={onClear}>
        Show all requests
      </button>
    </MessageCard>
  )
}
