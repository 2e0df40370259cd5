// A silent track in the place of a microphone. The recorder needs one: a screen without movement gives hardly a frame, so
// pieces of video alone would not come every second.

/** Adds a silent track to a stream, or makes a stream of it. */
export function withSilence(stream: MediaStream | null): MediaStream {
  const context = new AudioContext();
  const source = new ConstantSourceNode(context, { offset: 0 });
  const destination = context.createMediaStreamDestination();
  source.connect(destination);
  source.start();
  return new MediaStream([...(stream?.getTracks() ?? []), ...destination.stream.getTracks()]);
}
