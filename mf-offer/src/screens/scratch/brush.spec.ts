import { describe, expect, it } from 'vitest';
import { BRUSH_RADIUS, pointAt, scratch, type Pen } from './brush.ts';

function recordingPen() {
  const drawn: string[] = [];
  const pen: Pen = {
    lineCap: 'butt',
    lineJoin: 'miter',
    lineWidth: 1,
    globalCompositeOperation: 'source-over',
    beginPath: () => drawn.push('begin'),
    moveTo: (x, y) => drawn.push(`move ${x},${y}`),
    lineTo: (x, y) => drawn.push(`line ${x},${y}`),
    stroke: () => drawn.push('stroke'),
  };
  return { pen, drawn };
}

describe('scratching', () => {
  it('clears everything between two positions of a fast pointer', () => {
    const { pen, drawn } = recordingPen();
    scratch(pen, [
      { x: 0, y: 10 },
      { x: 200, y: 10 },
      { x: 200, y: 90 },
    ]);
    expect(drawn).toEqual(['begin', 'move 0,10', 'line 200,10', 'line 200,90', 'stroke']);
  });

  it('clears a dot where the pointer is pressed without moving', () => {
    const { pen, drawn } = recordingPen();
    scratch(pen, [{ x: 7, y: 9 }]);
    expect(drawn).toEqual(['begin', 'move 7,9', 'line 7.01,9', 'stroke']);
  });

  it('erases with a round brush of 25 px radius', () => {
    const { pen } = recordingPen();
    scratch(pen, [{ x: 0, y: 0 }]);
    expect(pen).toMatchObject({
      globalCompositeOperation: 'destination-out',
      lineCap: 'round',
      lineJoin: 'round',
      lineWidth: 50,
    });
    expect(BRUSH_RADIUS).toBe(25);
  });

  it('draws nothing without a point', () => {
    const { pen, drawn } = recordingPen();
    scratch(pen, []);
    expect(drawn).toEqual([]);
  });

  it('locates the pointer on a card that has been scrolled', () => {
    expect(pointAt({ clientX: 120, clientY: 80 }, { left: 20, top: -40 })).toEqual({ x: 100, y: 120 });
  });
});
