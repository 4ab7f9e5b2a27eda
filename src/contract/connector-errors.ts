/** The catalogue's lines about connectors. Platforms are answered in their own form. */
export const connectorErrors = {
  connector_signature_refused: {
    status: 401,
    area: 'connectors',
    message: 'The message was not signed with the secret of the endpoint',
    meaning:
      'A connector accepts only messages signed with the secret of its own endpoint within five minutes.',
  },
} as const
