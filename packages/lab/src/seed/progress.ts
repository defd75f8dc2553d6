const REDRAW_MS = 200;

/** A progress line, which a terminal redraws. Other streams get only its final text. */
export const progressLine = (stream: NodeJS.WriteStream = process.stderr) => {
  let drawnAt = 0;
  const draw = (text: string, end: string): void => {
    stream.write(stream.isTTY ? `\r\u001b[K${text}${end}` : `${text}${end}`);
    drawnAt = Date.now();
  };
  return {
    show: (text: string): void => {
      if (stream.isTTY && Date.now() - drawnAt >= REDRAW_MS) draw(text, '');
    },
    end: (text: string): void => draw(text, '\n'),
  };
};
