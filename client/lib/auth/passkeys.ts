import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/**
 * Shows the browser's prompt for an existing passkey.
 *
 * @param options as the server sent them; their type has binary values, which JSON never has
 * @throws {Error} named `NotAllowedError` if it was dismissed
 */
export function askForPasskey(options: object) {
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

/**
 * Shows the browser's prompt for a new passkey.
 *
 * @param options as the server sent them
 * @throws {Error} named `NotAllowedError` if it was dismissed, `InvalidStateError` if the device has one already
 */
export function createPasskey(options: object) {
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}
