// Tells the server that somebody looks at the proposal on a visitor's page. Programs that check emails open links and run
// scripts, but nobody moves a wheel, presses or types in them. A scroll event alone also comes when a browser goes back to
// where its reader was.
const gestures = ['wheel', 'pointerdown', 'keydown']

function noteOpened({ isTrusted }) {
  if (!isTrusted || document.visibilityState !== 'visible') return
  for (const name of gestures) removeEventListener(name, noteOpened, true)
  fetch(`${location.pathname}/opened`, { method: 'POST', keepalive: true }).then(({ status }) => {
    if (status >= 500) listen()
  }, listen)
}

function listen() {
  for (const name of gestures) addEventListener(name, noteOpened, { capture: true, passive: true })
}

listen()
