import type { WriteStream } from 'node:tty'
import { Presets, SingleBar } from 'cli-progress'

/** The time between two lines where there is no terminal. */
const lineIntervalMs = 10_000

export type Progress = {
  /** @param total as far as it is known by now */
  update(done: number, total: number): void
  end(): void
}

/**
 * Shows the progress of a long step, in the caller's unit: a bar on a terminal, otherwise a line now and then.
 *
 * @param title such as "Copying"
 */
export function startProgress(title: string, stream: WriteStream = process.stderr): Progress {
  return stream.isTTY ? bar(title, stream) : lines(title, stream)
}

function bar(title: string, stream: WriteStream): Progress {
  const single = new SingleBar({ stream, format: `${title} {bar} {percentage}%` }, Presets.shades_classic)
  single.start(1, 0)
  return {
    update(done, total) {
      single.setTotal(total)
      single.update(done)
    },
    end: () => single.stop(),
  }
}

function lines(title: string, stream: NodeJS.WritableStream): Progress {
  let writtenAt = performance.now()
  return {
    update(done, total) {
      if (performance.now() < writtenAt + lineIntervalMs) return
      writtenAt = performance.now()
      stream.write(`${title}: ${total === 0 ? 100 : Math.floor((100 * done) / total)}%\n`)
    },
    end() {
      // The command says what it has done.
    },
  }
}
