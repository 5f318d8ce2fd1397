import QtQuick
import DealerAssist

// Text that steps down through a few sizes to fit its width; it is never cut (TOUCHSCREEN 3).
Text {
    id: fit

    property list<int> steps: [22, 20, 18]
    readonly property int step: chosen(metrics.advanceWidth)

    function chosen(firstWidth: real): int {
        for (const size of steps) {
            if (firstWidth * size <= width * steps[0])
                return size;
        }
        return steps[steps.length - 1];
    }

    color: Theme.ink
    font.pixelSize: Theme.u(step)
    verticalAlignment: Text.AlignVCenter
    textFormat: Text.PlainText

    TextMetrics {
        id: metrics

        font.family: fit.font.family
        font.bold: fit.font.bold
        font.pixelSize: Theme.u(fit.steps[0])
        text: fit.text
    }
}
