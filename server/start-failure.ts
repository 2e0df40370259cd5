// Steps of the start that fail by a variable's fault: the one line that stops the start names it.

/**
 * @param variables as in 'HOST, PORT'
 * @throws Error with one line that names them, when the step fails
 */
export async function naming<T>(variables: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Configuration: ${variables} cannot be used: ${reason}`, { cause: error });
  }
}
