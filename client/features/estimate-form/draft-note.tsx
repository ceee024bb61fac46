import styles from './draft-note.module.css'

/** `none`: the form is empty. `refused`: the device stores nothing. `emptied`: the visitor may undo starting over. */
export type DraftStatus = 'none' | 'saved' | 'refused' | 'emptied'

const sentences: Readonly<Record<DraftStatus, string>> = {
  none: 'Your answers are saved on this device until you send them.',
  saved: 'Your answers are saved on this device.',
  refused: 'This browser can’t save a draft, so please send before you leave.',
  emptied: 'Form cleared.',
}

type DraftNoteProps = { status: DraftStatus; onStartOver: () => void; onUndo: () => void }

export function DraftNote({ status, onStartOver, onUndo }: DraftNoteProps) {
  const emptied = status === 'emptied'
  return (
    <div className={styles.note}>
      <p role="status">{sentences[status]}</p>
      {status !== 'none' && (
        // One button for both keeps the focus. The second click of a double click must not undo the first.
        <button
          type="button"
          className={styles.button}
          onClick={({ detail }) => {
            if (detail > 1) return
            if (emptied) onUndo()
            else onStartOver()
          }}
        >
          {emptied ? 'Undo' : 'Start over'}
        </button>
      )}
    </div>
  )
}
