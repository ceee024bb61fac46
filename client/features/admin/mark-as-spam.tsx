import { buttonClass } from '#client/components/button-class.ts'
import type { WorkChange } from './work-changes.ts'

/** Takes a request out of the list that is no request at all. It can be taken back on the same page. */
export function MarkAsSpam({ save }: { save: (change: WorkChange) => Promise<boolean> }) {
  return (
    <div>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => void save({ kind: 'spam' })}>
        Mark as spam
      </button>
    </div>
  )
}
