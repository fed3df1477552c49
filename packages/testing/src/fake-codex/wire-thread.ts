/** A thread as the protocol answers its start. */
export function wireThread(id: string, params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { cwd = '/fake', model = 'fake-model' } = params;
  return {
    thread: {
      id,
      sessionId: id,
      preview: '',
      ephemeral: false,
      projectId: null,
      modelProvider: 'fake',
      createdAt: 0,
      updatedAt: 0,
      status: { type: 'idle' },
      cwd,
      cliVersion: '0.171.0',
      source: 'appServer',
      turns: [],
    },
    model,
    modelProvider: 'fake',
    cwd,
    approvalPolicy: params['approvalPolicy'] ?? 'never',
    approvalsReviewer: 'user',
    sandbox: { type: 'readOnly' },
  };
}
